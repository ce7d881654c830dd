import type { BankDifferenceRow, BankSweepRow, Queryable } from '../tables.ts';

/** The comparison that reached furthest. */
export function findLatestSweep(db: Queryable, provider: string): Promise<BankSweepRow | undefined> {
  return db
    .selectFrom('bankSweeps')
    .selectAll()
    .where('provider', '=', provider)
    .orderBy('to', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertSweep(db: Queryable, sweep: Omit<BankSweepRow, 'id'>): Promise<void> {
  await db.insertInto('bankSweeps').values(sweep).execute();
}

/** Notes a difference; one that was put aside and is found again stays aside. */
export async function insertDifference(db: Queryable, difference: Omit<BankDifferenceRow, 'id'>): Promise<void> {
  await db
    .insertInto('bankDifferences')
    .values(difference)
    .onConflict((conflict) => conflict.columns(['provider', 'kind', 'subject']).doNothing())
    .execute();
}

/** What is still open, newest first. */
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

/** Closes an open difference; false when it is closed already or unknown. */
export async function resolveDifference(db: Queryable, id: number, resolvedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bankDifferences')
    .set({ resolvedAt })
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets the differences of a purchase that no longer differs, put aside or not: what is found later is a new one. */
export async function deleteDifferencesOf(db: Queryable, purchaseId: string): Promise<void> {
  await db.deleteFrom('bankDifferences').where('purchaseId', '=', purchaseId).execute();
}
