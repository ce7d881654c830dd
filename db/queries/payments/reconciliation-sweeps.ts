import { type SqlBool, sql } from 'kysely';
import { countRows, updatesAny } from '../../results.ts';
import type { BankDifferenceRow, BankSweepRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

export function findLatestSweep(db: Queryable, account: string): Promise<BankSweepRow | undefined> {
  return db
    .selectFrom('bankSweeps')
    .selectAll()
    .where('provider', '=', account)
    .where('finishedAt', 'is not', null)
    .orderBy('to', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findOpenSweep(db: Queryable, account: string): Promise<BankSweepRow | undefined> {
  return db
    .selectFrom('bankSweeps')
    .selectAll()
    .where('provider', '=', account)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
}

/** Returns undefined where one is running already. */
export function insertSweep(
  db: Queryable,
  sweep: Omit<BankSweepRow, 'id' | 'finishedAt' | 'payments'>,
): Promise<BankSweepRow | undefined> {
  return db
    .insertInto('bankSweeps')
    .values({ ...sweep, finishedAt: null, payments: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function addToSweep(db: Queryable, id: number, payments: number): Promise<void> {
  await db
    .updateTable('bankSweeps')
    .set((row) => ({ payments: row('payments', '+', payments) }))
    .where('id', '=', id)
    .execute();
}

export async function finishSweep(db: Queryable, id: number, finishedAt: string): Promise<void> {
  await db.updateTable('bankSweeps').set({ finishedAt }).where('id', '=', id).where('finishedAt', 'is', null).execute();
}

export async function deleteSweep(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('bankSweeps').where('id', '=', id).execute();
}

/** Keeps a dismissed difference dismissed. */
export async function insertDifference(db: Queryable, difference: Omit<BankDifferenceRow, 'id'>): Promise<void> {
  await db
    .insertInto('bankDifferences')
    .values(difference)
    .onConflict((conflict) => conflict.columns(['provider', 'kind', 'subject']).doNothing())
    .execute();
}

export function listOpenDifferences(db: Queryable, limit: number): Promise<BankDifferenceRow[]> {
  return db
    .selectFrom('bankDifferences')
    .selectAll()
    .where('resolvedAt', 'is', null)
    .orderBy('foundAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Forgets the payer's name and words, too. */
export function resolveDifference(db: Queryable, id: number, resolvedAt: string): Promise<boolean> {
  return db
    .updateTable('bankDifferences')
    .set({ resolvedAt, payer: null, description: null })
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .$call(updatesAny);
}

/** Erases those of one's purchases, and wherever the bank named the person by address, or by name alone. */
export async function erasePayer(
  db: Queryable,
  { customerId, emails, names }: { customerId: string; emails: string[]; names: string[] },
): Promise<void> {
  await db
    .updateTable('bankDifferences')
    .set({ payer: null, description: null })
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('purchaseId', 'in', selectFrom('purchases').select('purchases.id').where('customerId', '=', customerId)),
        eb('payer', 'in', names),
        ...emails.map((email) => sql<SqlBool>`replace(lower(payer), ${email}, '') <> lower(payer)`),
      ]),
    )
    .execute();
}

/** Dismissed ones go too, so that a new difference shows again. */
export async function deleteDifferencesOf(db: Queryable, purchaseId: string): Promise<void> {
  await db.deleteFrom('bankDifferences').where('purchaseId', '=', purchaseId).execute();
}

export async function listPurchasesWithDifferences(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('bankDifferences')
    .select('purchaseId')
    .where('purchaseId', 'is not', null)
    .distinct()
    .execute();
  return rows.flatMap(({ purchaseId }) => purchaseId ?? []);
}

export async function listUnreadRows(db: Queryable, account: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bankDifferences')
    .select('subject')
    .where('provider', '=', account)
    .where('kind', '=', 'unread_row')
    .execute();
  return rows.map(({ subject }) => subject);
}

export async function deleteUnreadRow(db: Queryable, account: string, subject: string): Promise<void> {
  await db
    .deleteFrom('bankDifferences')
    .where('provider', '=', account)
    .where('kind', '=', 'unread_row')
    .where('subject', '=', subject)
    .execute();
}

export function countOpenDifferences(db: Queryable, kind: BankDifferenceRow['kind']): Promise<number> {
  return db.selectFrom('bankDifferences').where('resolvedAt', 'is', null).where('kind', '=', kind).$call(countRows);
}
