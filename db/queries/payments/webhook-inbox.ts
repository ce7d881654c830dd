import { sql } from 'kysely';
import { updatesAny } from '../../results.ts';
import type { WebhookInboxRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

export async function insertDelivery(
  db: Queryable,
  delivery: Omit<WebhookInboxRow, 'id' | 'lastError'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('webhookInbox')
    .values({ ...delivery, lastError: null })
    .onConflict((conflict) => conflict.column('dedup').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** One poll answers all deliveries of a charge, and `attempts` is their maximum. */
export type DueSubject = {
  provider: string;
  subject: string;
  lastId: number;
  attempts: number;
  purchaseId: string | null;
};

/**
 * Open purchases come first, networks in turn, so that none delays the others; deliveries of unknown charges come last.
 */
export function listDueSubjects(
  db: Queryable,
  { now, paused }: { now: string; paused: string[] },
  limit: number,
): Promise<DueSubject[]> {
  return db
    .with('due', (cte) =>
      cte
        .selectFrom('webhookInbox')
        .select(['provider', sql<string>`"resourceId"`.as('subject')])
        .select((row) => [
          row.fn.max('id').as('lastId'),
          row.fn.max('attempts').as('attempts'),
          row.fn.min('nextAttemptAt').as('since'),
        ])
        .where('state', '=', sql.lit<WebhookInboxRow['state']>('waiting'))
        .where('nextAttemptAt', '<=', now)
        .where('resourceId', 'is not', null)
        .groupBy(['provider', 'resourceId']),
    )
    .selectFrom('due')
    .leftJoin('purchases as named', (join) =>
      join.onRef('named.providerReference', '=', 'due.subject').onRef('named.provider', '=', 'due.provider'),
    )
    .leftJoin('bankCharges as charge', (join) =>
      join.onRef('charge.provider', '=', 'due.provider').onRef('charge.chargeId', '=', 'due.subject'),
    )
    .leftJoin('purchases as charged', 'charged.id', 'charge.purchaseId')
    .leftJoin('openPurchases as open', (join) =>
      join.on((row) => row('open.purchaseId', '=', row.fn.coalesce('named.id', 'charged.id'))),
    )
    .$if(paused.length > 0, (due) =>
      due.where((row) => {
        const account = row.fn.coalesce('named.account', 'charged.account');
        return row.or([row(account, 'is', null), row(account, 'not in', paused)]);
      }),
    )
    .select(['due.provider', 'due.subject', 'due.lastId', 'due.attempts'])
    .select((row) => row.fn.coalesce('named.id', 'charged.id').as('purchaseId'))
    .orderBy((row) =>
      row
        .case()
        .when('open.purchaseId', 'is not', null)
        .then(0)
        .when(row.fn.coalesce('named.id', 'charged.id'), 'is not', null)
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy(
      sql`row_number() over (partition by open.network, coalesce(named.id, charged.id) is null order by due.since)`,
    )
    .orderBy('due.since')
    .limit(limit)
    .execute();
}

type Subject = Pick<DueSubject, 'provider' | 'subject' | 'lastId'>;

export function claimSubject(
  db: Queryable,
  subject: Subject,
  { now, nextAttemptAt }: { now: string; nextAttemptAt: string },
): Promise<boolean> {
  return db
    .updateTable('webhookInbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), nextAttemptAt, lastError: null }))
    .where('state', '=', 'waiting')
    .where('provider', '=', subject.provider)
    .where('resourceId', '=', subject.subject)
    .where('id', '<=', subject.lastId)
    .where('nextAttemptAt', '<=', now)
    .$call(updatesAny);
}

export async function finishSubject(db: Queryable, subject: Subject): Promise<void> {
  await waitingOf(db, subject).set({ state: 'done', lastError: null }).execute();
}

export async function failSubject(
  db: Queryable,
  subject: Subject,
  { reason, nextAttemptAt, most }: { reason: string; nextAttemptAt: string; most: number },
): Promise<void> {
  await waitingOf(db, subject)
    .set((row) => ({
      lastError: reason,
      nextAttemptAt,
      state: row
        .case()
        .when('attempts', '>=', most)
        .then(sql.lit<WebhookInboxRow['state']>('given_up'))
        .else(sql.lit<WebhookInboxRow['state']>('waiting'))
        .end(),
    }))
    .execute();
}

function waitingOf(db: Queryable, { provider, subject, lastId }: Subject) {
  return db
    .updateTable('webhookInbox')
    .where('state', '=', 'waiting')
    .where('provider', '=', provider)
    .where('resourceId', '=', subject)
    .where('id', '<=', lastId);
}

export async function deleteOldDeliveries(db: Queryable, before: string): Promise<void> {
  await db.deleteFrom('webhookInbox').where('state', '!=', 'waiting').where('receivedAt', '<', before).execute();
}

/** Handled ones are forgotten after some days. */
export async function findLastDeliveryTime(db: Queryable, provider: string): Promise<string | null> {
  const { last } = await db
    .selectFrom('webhookInbox')
    .select((row) => row.fn.max<string | null>('receivedAt').as('last'))
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  return last;
}
