import { type ExpressionBuilder, sql } from 'kysely';
import type { Queryable, Tables } from '../../tables.ts';
import { unindexed } from '../lists/paging.ts';
import { bySaleTime, soldBy } from '../purchases/sale-time.ts';
import type { Span } from '../reports/analytics.ts';
import { openWithdrawal } from '../withdrawals/withdrawals.ts';

export function listKeyStock(db: Queryable) {
  return db
    .selectFrom('products')
    .innerJoin('allProductFigures', 'allProductFigures.id', 'products.id')
    .select([
      'products.id',
      'name',
      'status',
      'requiresActivation',
      'withdrawnAt',
      'keySource',
      'allProductFigures.keysAvailable',
      'allProductFigures.buyersWaiting',
    ])
    .where((row) =>
      row.or([
        row.and([row('withdrawnAt', 'is', null), row('kind', '=', 'plugin')]),
        row('allProductFigures.buyersWaiting', '>', 0),
        row.exists(row.selectFrom('activationKeys').select('id').whereRef('productId', '=', 'products.id')),
      ]),
    )
    .orderBy('nameOrder')
    .orderBy('products.id')
    .execute();
}

export function findKeyStock(db: Queryable, productId: string) {
  return db
    .selectFrom('products')
    .innerJoin('productFigures', 'productFigures.id', 'products.id')
    .select([
      'products.id',
      'name',
      'requiresActivation',
      'withdrawnAt',
      'productFigures.keysAvailable',
      'productFigures.buyersWaiting',
    ])
    .where('products.id', '=', productId)
    .where('kind', '=', 'plugin')
    .executeTakeFirst();
}

export function listProductsToServe(db: Queryable): Promise<{ id: string }[]> {
  return db
    .selectFrom('allProductFigures')
    .innerJoin('products', 'products.id', 'allProductFigures.id')
    .select('products.id')
    .where('allProductFigures.buyersWaiting', '>', 0)
    .where((row) => row.or([row('allProductFigures.keysAvailable', '>', 0), row('products.keySource', '=', 'made')]))
    .execute();
}

/** The longest wait comes first; disputed purchases and those that their buyers gave up are left out. */
export function listWaitingItems(db: Queryable, productId: string, limit: number) {
  return db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select(['purchaseItems.id', 'purchaseItems.purchaseId', 'purchaseItems.keyWaitingSince'])
    .select(['purchaseItems.productId', 'purchaseItems.productName'])
    .where('purchaseItems.productId', '=', productId)
    .where('purchaseItems.keyWaitingSince', 'is not', null)
    .where(unindexed(db, 'purchases.status'), '=', 'COMPLETED')
    .where('purchases.review', 'is', null)
    .where('purchases.id', 'not in', openWithdrawal(db))
    .orderBy('purchaseItems.keyWaitingSince')
    .orderBy('purchaseItems.id')
    .limit(limit)
    .execute();
}

/** Reads the pools of products on sale. */
export function listPools(db: Queryable) {
  return db
    .selectFrom('products')
    .innerJoin('allProductFigures', 'allProductFigures.id', 'products.id')
    .select([
      'products.id',
      'name',
      'lowKeysAt',
      'pauseWithoutKeys',
      'allProductFigures.keysAvailable',
      'allProductFigures.buyersWaiting',
    ])
    .where(isPoolOnSale)
    .orderBy('nameOrder')
    .orderBy('products.id')
    .execute();
}

/** Counts sold items that need a key, whether or not it was there, by product. */
export async function countSoldKeys(
  db: Queryable,
  { start, end }: Span,
): Promise<{ productId: string; sold: number }[]> {
  const { rows } = await sql<{ productId: string; sold: number }>`
    select item."productId", count(*) as sold
    from purchases ${bySaleTime(db)} join "purchaseItems" as item on item."purchaseId" = purchases.id
    where purchases.status = 'COMPLETED' and purchases."completedAt" >= ${start} and purchases."completedAt" < ${end}
      and item."requiresActivation" = 1 and ${soldBy('own')}
    group by item."productId"`.execute(db);
  return rows;
}

export function isPoolOnSale(row: ExpressionBuilder<Tables, 'products'>) {
  return row.and([
    row('products.status', '=', 'active'),
    row('products.withdrawnAt', 'is', null),
    row('products.requiresActivation', '=', 1),
    row('products.keySource', '=', 'pool'),
  ]);
}
