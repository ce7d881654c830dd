import { sql } from 'kysely';
import type { TriedProduct } from '#src/wire/trials/trials.ts';
import { updatesAny } from '../../results.ts';
import type { TrialRow } from '../../tables/trials.ts';
import type { Queryable } from '../../tables.ts';
import type { Span } from '../reports/analytics.ts';

export type Trial = Awaited<ReturnType<typeof listTrialsOfMailboxes>>[number];

type AskedTrial = Pick<TrialRow, 'id' | 'productId' | 'mailboxHash' | 'tokenHash' | 'linkExpiresAt' | 'createdAt'> & {
  email: string;
};

/** A mailbox has one row for a product; asking again gives it another link, and the address of a trial that began stays. */
export function insertOrRenewTrial(db: Queryable, trial: AskedTrial): Promise<Pick<TrialRow, 'id' | 'confirmedAt'>> {
  return db
    .insertInto('trials')
    .values(trial)
    .onConflict((conflict) =>
      conflict.columns(['productId', 'mailboxHash']).doUpdateSet(({ ref }) => ({
        tokenHash: ref('excluded.tokenHash'),
        linkExpiresAt: ref('excluded.linkExpiresAt'),
        email: sql<string>`case when trials."confirmedAt" is null then excluded.email else coalesce(trials.email, excluded.email) end`,
      })),
    )
    .returning(['id', 'confirmedAt'])
    .executeTakeFirstOrThrow();
}

/** Returns false for who came second: a link begins one trial. */
export function beginTrial(
  db: Queryable,
  id: string,
  begun: { key: string; confirmedAt: string; endsAt: string },
): Promise<boolean> {
  return db
    .updateTable('trials')
    .set(begun)
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('linkExpiresAt', '>', begun.confirmedAt)
    .$call(updatesAny);
}

export function findTrial(db: Queryable, id: string): Promise<Trial | undefined> {
  return trials(db).where('trials.id', '=', id).executeTakeFirst();
}

export function findTrialByToken(db: Queryable, tokenHash: string): Promise<Trial | undefined> {
  return trials(db).where('tokenHash', '=', tokenHash).executeTakeFirst();
}

/** A key that was sold is no longer a trial's. */
export function findTrialByKey(db: Queryable, keys: readonly string[]): Promise<Trial | undefined> {
  return trials(db).where('key', 'in', keys).where('itemId', 'is', null).executeTakeFirst();
}

/** Those that began, newest first. */
export function listTrialsOfMailboxes(db: Queryable, mailboxHashes: readonly string[]) {
  return trials(db)
    .where('mailboxHash', 'in', mailboxHashes)
    .where('confirmedAt', 'is not', null)
    .orderBy('confirmedAt', 'desc')
    .execute();
}

function trials(db: Queryable) {
  return db
    .selectFrom('trials')
    .innerJoin('products', 'products.id', 'trials.productId')
    .selectAll('trials')
    .select(['products.name as productName', 'products.slug as productSlug']);
}

/** Returns false where the key has a computer already, was sold, or the computer has tried the product. */
export function takeTrialMachine(
  db: Queryable,
  id: string,
  machine: { fingerprintHash: string; machineName: string; activatedAt: string },
): Promise<boolean> {
  return db
    .updateTable('trials')
    .set(machine)
    .where('id', '=', id)
    .where('fingerprintHash', 'is', null)
    .where('itemId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('trials as tried')
            .select('tried.id')
            .whereRef('tried.productId', '=', 'trials.productId')
            .where('tried.fingerprintHash', '=', machine.fingerprintHash),
        ),
      ),
    )
    .$call(updatesAny);
}

type Sold = { productId: string; mailboxHash: string; itemId: string };

/** Returns undefined where the mailbox has no trial of the product, or its key was sold already. */
export function sellTrial(db: Queryable, { productId, mailboxHash, itemId }: Sold): Promise<TrialRow | undefined> {
  return db
    .updateTable('trials')
    .set({ itemId })
    .where('productId', '=', productId)
    .where('mailboxHash', '=', mailboxHash)
    .where('confirmedAt', 'is not', null)
    .where('itemId', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function declineTrialNotices(db: Queryable, id: string, noticesDeclinedAt: string): Promise<void> {
  await db.updateTable('trials').set({ noticesDeclinedAt }).where('id', '=', id).execute();
}

type Told = { endsAfter: string; endsBy: string; begunBefore: string; now: string; limit: number };

/** Takes those whose end is due to be told, none that was bought or whose mailbox declined it. */
export async function takeTrialsToTell(
  db: Queryable,
  told: 'endingToldAt' | 'endedToldAt',
  { endsAfter, endsBy, begunBefore, now, limit }: Told,
): Promise<string[]> {
  const rows = await db
    .updateTable('trials')
    .set({ [told]: now })
    .where(told, 'is', null)
    .where('id', 'in', (row) =>
      row
        .selectFrom('trials as due')
        .select('due.id')
        .where('due.email', 'is not', null)
        .where('due.endsAt', '>', endsAfter)
        .where('due.endsAt', '<=', endsBy)
        .where('due.confirmedAt', '<=', begunBefore)
        .where(`due.${told}`, 'is', null)
        .where('due.itemId', 'is', null)
        .where('due.noticesDeclinedAt', 'is', null)
        .limit(limit),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Of each product that offers or had any, those that began in the span, and how many of them were bought by now. */
export function countTrials(db: Queryable, { start, end }: Span): Promise<TriedProduct[]> {
  return db
    .selectFrom('products')
    .leftJoin('trials', (join) =>
      join.onRef('trials.productId', '=', 'products.id').on('confirmedAt', '>=', start).on('confirmedAt', '<', end),
    )
    .select(['products.id', 'products.name'])
    .select(({ fn }) => [fn.count<number>('trials.id').as('begun'), fn.count<number>('itemId').as('bought')])
    .where((row) =>
      row.or([
        row('trials.id', 'is not', null),
        row.and([row('trialDays', '>', 0), row('requiresActivation', '=', 1), row('withdrawnAt', 'is', null)]),
      ]),
    )
    .groupBy(['products.id', 'products.name'])
    .orderBy('begun', 'desc')
    .orderBy('products.name')
    .execute();
}

/** A link that was never used leaves nothing. */
export async function deleteUnusedTrials(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('trials').where('confirmedAt', 'is', null).where('linkExpiresAt', '<', now).execute();
}

export async function forgetAddresses(db: Queryable, endedBefore: string): Promise<void> {
  await db
    .updateTable('trials')
    .set({ email: null })
    .where('email', 'is not', null)
    .where('endsAt', '<', endedBefore)
    .execute();
}

/** Keeps what stops a second trial, and nothing that a person can be known by. */
export async function eraseTrialsOf(
  db: Queryable,
  { emails, mailboxHashes }: Record<'emails' | 'mailboxHashes', readonly string[]>,
  machineName: string,
): Promise<void> {
  await db
    .updateTable('trials')
    .set({ email: null, machineName: sql<string | null>`case when "machineName" is not null then ${machineName} end` })
    .where((row) => row.or([row('mailboxHash', 'in', mailboxHashes), row('email', 'in', emails)]))
    .execute();
}
