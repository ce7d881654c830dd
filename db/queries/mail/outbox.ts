import { type ExpressionBuilder, type Insertable, type RawBuilder, sql } from 'kysely';
import { type Placeholders, prepared } from '../../prepared.ts';
import { countRows, findsAny } from '../../results.ts';
import type { OutboxRow } from '../../tables/mail.ts';
import type { Queryable, Tables } from '../../tables.ts';

export type NewMail = Insertable<Tables['outbox']>;

export async function insertMail(db: Queryable, mail: NewMail): Promise<void> {
  await newMail.execute(db, mail);
}

export const newMail = prepared((db, mail: Placeholders<NewMail>, isDue) =>
  db
    .insertInto('outbox')
    .columns(Object.keys(mail) as (keyof NewMail)[])
    .expression(
      db.selectNoFrom(Object.entries<RawBuilder<unknown>>(mail).map(([name, value]) => value.as(name))).where(isDue),
    )
    .onConflict((conflict) => conflict.column('dedup').doNothing())
    .returning('id'),
);

export async function insertMailWithin(
  db: Queryable,
  mail: NewMail & { purchaseId: string },
  { series, limit, since }: { series: string; limit: number; since: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('outbox')
    .columns(['kind', 'purchaseId', 'dedup', 'state', 'attempts', 'nextAttemptAt', 'createdAt'])
    .expression(
      db
        .selectNoFrom([
          sql.val(mail.kind).as('kind'),
          sql.val(mail.purchaseId).as('purchaseId'),
          sql.val(mail.dedup).as('dedup'),
          sql.val(mail.state).as('state'),
          sql.val(mail.attempts).as('attempts'),
          sql.val(mail.nextAttemptAt).as('nextAttemptAt'),
          sql.val(mail.createdAt).as('createdAt'),
        ])
        .where(({ eb, selectFrom }) =>
          eb(
            selectFrom('outbox')
              .select(({ fn }) => fn.count('id').as('queued'))
              .where('purchaseId', '=', mail.purchaseId)
              .where('dedup', '>=', series)
              .where('dedup', '<', `${series}\u{10ffff}`)
              .where('createdAt', '>', since),
            '<',
            limit,
          ),
        ),
    )
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** One is abandoned whose claim has ended without a word of its process. */
export function listDueMail(
  db: Queryable,
  {
    now,
    areNotices,
    withAbandoned,
    limit,
  }: { now: string; areNotices: boolean; withAbandoned: boolean; limit: number },
): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', WAITING)
    .where('isNotice', '=', areNotices ? 1 : 0)
    .where('nextAttemptAt', '<=', now)
    .$if(!withAbandoned, (mail) =>
      mail.where(({ or, eb }) => or([eb('attempts', '=', 0), eb('lastError', 'is not', null)])),
    )
    .orderBy('nextAttemptAt')
    .limit(limit)
    .execute();
}

/** A process has claimed these and has not said yet how it went; `until` is the end of the longest claim. */
export function countNoticesUnderWay(db: Queryable, { now, until }: { now: string; until: string }): Promise<number> {
  return db
    .selectFrom('outbox')
    .where('state', '=', WAITING)
    .where('isNotice', '=', 1)
    .where('nextAttemptAt', '>', now)
    .where('nextAttemptAt', '<=', until)
    .where('attempts', '>', 0)
    .where('lastError', 'is', null)
    .$call(countRows);
}

/** Some kinds are also sent for many purchases at once. */
export function countMailOfBatches(db: Queryable): Promise<number> {
  return db
    .selectFrom('outbox')
    .where('state', '=', WAITING)
    .where('isNotice', '=', 0)
    .where('kind', 'in', ['resend', 'reminder'])
    .$call(countRows);
}

/** Says whether mail has left, or will, that gives or reminds of this purchase. */
export function hasMailSince(db: Queryable, purchaseId: string, since: string): Promise<boolean> {
  return db
    .selectFrom('outbox')
    .where('purchaseId', '=', purchaseId)
    .where('createdAt', '>', since)
    .where('kind', 'in', ['receipt', 'key', 'resend', 'reminder'])
    .where('state', '<>', 'given_up')
    .$call(findsAny);
}

/** Lists reminders of this purchase that have left or are to leave. */
export function listReminderMail(db: Queryable, purchaseId: string) {
  return db
    .selectFrom('outbox')
    .select(['payload', 'sentAt', 'nextAttemptAt'])
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'reminder')
    .where('state', '<>', 'given_up')
    .execute();
}

/** A literal, since no parameter lets SQLite use the index of what waits. */
const WAITING = sql.lit<OutboxRow['state']>('waiting');

export async function isMailSent(db: Queryable, id: number): Promise<boolean> {
  return (await sentMail.executeTakeFirst(db, { id })) !== undefined;
}

const sentMail = prepared((db, { id }: Placeholders<{ id: number }>) =>
  db.selectFrom('outbox').select('id').where('id', '=', id).where('state', '=', 'sent'),
);

export async function updateMail(db: Queryable, id: number, change: MailChange): Promise<void> {
  await changedMail.execute(db, { id, ...change });
}

type MailChange = Partial<Pick<OutboxRow, 'state' | 'lastError' | 'sentAt' | 'nextAttemptAt' | 'requeuedAt'>>;

const changedMail = prepared((db, { id, ...change }: Placeholders<{ id: number } & MailChange>) =>
  db.updateTable('outbox').set(change).where('id', '=', id),
);

export async function cancelMailOfCustomer(db: Queryable, customerId: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'given_up', lastError: 'erased' })
    .where('state', '=', 'waiting')
    .where(isOfCustomer(customerId))
    .execute();
}

export function listMailOfCustomer(db: Queryable, customerId: string): Promise<OutboxRow[]> {
  return db.selectFrom('outbox').selectAll().where(isOfCustomer(customerId)).orderBy('id').execute();
}

/** PostgreSQL reads the whole table for an `or` over two indexes and another table, so there are two parts. */
function isOfCustomer(customerId: string) {
  return ({ eb, selectFrom }: ExpressionBuilder<Tables, 'outbox'>) =>
    eb(
      'id',
      'in',
      selectFrom('outbox as own')
        .select('own.id')
        .where('own.customerId', '=', customerId)
        .unionAll(
          selectFrom('purchases')
            .innerJoin('outbox as ofPurchase', 'ofPurchase.purchaseId', 'purchases.id')
            .select('ofPurchase.id')
            .where('purchases.customerId', '=', customerId),
        ),
    );
}
