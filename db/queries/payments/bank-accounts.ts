import { sql } from 'kysely';
import type { BankAccountRow } from '../../tables/payments.ts';
import type { Queryable } from '../../tables.ts';

export async function recordAccount(db: Queryable, account: BankAccountRow): Promise<void> {
  await db
    .insertInto('bankAccounts')
    .values(account)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: account.name, lastUsedAt: account.lastUsedAt }))
    .execute();
}

export function findAccount(db: Queryable, id: string): Promise<BankAccountRow | undefined> {
  return db.selectFrom('bankAccounts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function adoptPurchases(db: Queryable, provider: string, account: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ account })
    .where('account', 'is', null)
    .where('provider', '=', provider)
    .execute();
  await db.updateTable('bankPayments').set({ account }).where('account', '=', provider).execute();
  await db.updateTable('bankSweeps').set({ provider: account }).where('provider', '=', provider).execute();
  await db.updateTable('bankDifferences').set({ provider: account }).where('provider', '=', provider).execute();
}

export async function wakeUnknownAccount(db: Queryable, account: string, now: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ nextCheckAt: now })
    .where('account', '=', account)
    .where('review', '=', sql.lit('unknown_account' as const))
    .execute();
}

/** `name` is null for accounts from before they were recorded. */
export type UnsettledAtAccount = { account: string | null; provider: string; name: string | null; purchases: number };

export function countUnsettled(db: Queryable, known: string[]): Promise<UnsettledAtAccount[]> {
  return db
    .selectFrom('purchases')
    .leftJoin('bankAccounts', 'bankAccounts.id', 'purchases.account')
    .select((row) => [
      'purchases.account',
      'purchases.provider',
      'bankAccounts.name',
      row.fn.countAll<number>().as('purchases'),
    ])
    .where(
      sql<boolean>`(status = 'PENDING' OR review IS NOT NULL OR ("refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL))`,
    )
    .where((row) => row.or([row('purchases.account', 'is', null), row('purchases.account', 'not in', known)]))
    .groupBy(['purchases.account', 'purchases.provider', 'bankAccounts.name'])
    .orderBy('purchases', 'desc')
    .execute();
}
