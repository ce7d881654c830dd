import { sql } from 'kysely';
import { countRows } from '../../results.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { unindexed } from '../lists/paging.ts';
import { bySaleTime, soldBy } from '../purchases/sale-time.ts';
import { openWithdrawal } from '../withdrawals/withdrawals.ts';

export type WaitingBuyers = { productId: string; name: string; buyers: number; since: string; paidCents: number };

/** No key is due for disputed purchases and those that their buyers gave up. The longest wait comes first. */
export function listWaitingBuyers(db: Queryable): Promise<WaitingBuyers[]> {
  return (
    db
      .selectFrom('purchaseItems')
      .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
      .innerJoin('products', 'products.id', 'purchaseItems.productId')
      .select((row) => [
        'purchaseItems.productId',
        'products.name',
        row.fn.countAll<number>().as('buyers'),
        row.fn.min('purchaseItems.keyWaitingSince').$castTo<string>().as('since'),
        row.fn.sum<number>('purchaseItems.totalCents').as('paidCents'),
      ])
      .where('purchaseItems.keyWaitingSince', 'is not', null)
      .where('products.keySource', '=', 'pool')
      // SQLite would read every sale to find the few items that wait.
      .where(unindexed(db, 'purchases.status'), '=', 'COMPLETED')
      .where('purchases.review', 'is', null)
      .where('purchases.id', 'not in', openWithdrawal(db))
      .groupBy(['purchaseItems.productId', 'products.name'])
      .orderBy('since')
      .execute()
  );
}

export type PurchaseInReview = Pick<
  PurchaseRow,
  'id' | 'number' | 'customerName' | 'totalCents' | 'paidCents' | 'returnedCents' | 'createdAt'
> & { review: NonNullable<PurchaseRow['review']> };

export function listPurchasesInReview(db: Queryable, limit: number): Promise<PurchaseInReview[]> {
  return db
    .selectFrom('purchases')
    .select(['id', 'number', 'customerName', 'totalCents', 'paidCents', 'returnedCents', 'createdAt', 'review'])
    .where('review', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ review: NonNullable<PurchaseRow['review']> }>()
    .execute();
}

export function countPurchasesInReview(db: Queryable): Promise<number> {
  return db.selectFrom('purchases').where('review', 'is not', null).$call(countRows);
}

export function countAllOpenDifferences(db: Queryable): Promise<number> {
  return db.selectFrom('bankDifferences').where('resolvedAt', 'is', null).$call(countRows);
}

/** The shop began to sell then; null where it never did. */
export async function findFirstSaleAt(db: Queryable): Promise<string | null> {
  const { rows } = await sql<{ completedAt: string }>`
    select "completedAt" from purchases ${bySaleTime(db)}
    where status = 'COMPLETED' and "completedAt" is not null and ${soldBy('own')}
    order by "completedAt" limit 1`.execute(db);
  return rows[0]?.completedAt ?? null;
}
