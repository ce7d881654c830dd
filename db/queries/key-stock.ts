import type { Queryable } from '../tables.ts';
import { openWithdrawal } from './withdrawals.ts';

export function listKeyStock(db: Queryable) {
  return db
    .selectFrom('products')
    .innerJoin('productFigures', 'productFigures.id', 'products.id')
    .select([
      'products.id',
      'name',
      'status',
      'requiresActivation',
      'withdrawnAt',
      'keySource',
      'productFigures.keysAvailable',
      'productFigures.buyersWaiting',
    ])
    .where((row) =>
      row.or([
        row('withdrawnAt', 'is', null),
        row('productFigures.buyersWaiting', '>', 0),
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
    .executeTakeFirst();
}

export function listProductsToServe(db: Queryable): Promise<{ id: string }[]> {
  return db
    .selectFrom('productFigures')
    .innerJoin('products', 'products.id', 'productFigures.id')
    .select('products.id')
    .where('productFigures.buyersWaiting', '>', 0)
    .where((row) => row.or([row('productFigures.keysAvailable', '>', 0), row('products.keySource', '=', 'made')]))
    .execute();
}

/** Longest wait first, without disputed purchases and those that their buyers gave up. */
export function listWaitingBuyers(
  db: Queryable,
  productId: string,
  limit: number,
): Promise<{ id: string; keyWaitingSince: string | null }[]> {
  return db
    .selectFrom('purchases')
    .select(['id', 'keyWaitingSince'])
    .where('productId', '=', productId)
    .where('keyWaitingSince', 'is not', null)
    .where('status', '=', 'COMPLETED')
    .where('review', 'is', null)
    .where('id', 'not in', openWithdrawal(db))
    .orderBy('keyWaitingSince')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function endKeyWaiting(db: Queryable, purchaseId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ keyWaitingSince: null })
    .where('id', '=', purchaseId)
    .where('status', '=', 'COMPLETED')
    .where('review', 'is', null)
    .where('keyWaitingSince', 'is not', null)
    .where('id', 'not in', openWithdrawal(db))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
