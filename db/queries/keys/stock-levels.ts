import { sql } from 'kysely';
import { updatesAny } from '../../results.ts';
import type { Queryable } from '../../tables.ts';
import { isPoolOnSale } from './key-stock.ts';

/** Returns whether a pool ran out or has keys again; pages show it, and pause the sale where the owner wants that. Null means each product. */
export async function followSoldOut(db: Queryable, productId: string | null, now: string): Promise<boolean> {
  const paused = await db
    .updateTable('products')
    .set({ soldOutAt: now })
    .where('soldOutAt', 'is', null)
    .$if(productId !== null, (products) => products.where('id', '=', productId))
    .where('requiresActivation', '=', 1)
    .where('keySource', '=', 'pool')
    .where('id', 'in', (row) => row.selectFrom('allProductFigures').select('id').where('keysAvailable', '<=', 0))
    .executeTakeFirst();
  const goesOn = await db
    .updateTable('products')
    .set({ soldOutAt: null })
    .where('soldOutAt', 'is not', null)
    .$if(productId !== null, (products) => products.where('id', '=', productId))
    .where((row) =>
      row.or([
        row('requiresActivation', '=', 0),
        row('keySource', '=', 'made'),
        row('id', 'in', row.selectFrom('allProductFigures').select('id').where('keysAvailable', '>', 0)),
      ]),
    )
    .executeTakeFirst();
  return paused.numUpdatedRows + goesOn.numUpdatedRows > 0n;
}

/** Remembers the pools above their number, so that the fall below it is seen once. Null means each product. */
export async function notePlentyOfKeys(db: Queryable, productId: string | null, usual: number): Promise<void> {
  await db
    .updateTable('products')
    .set({ areKeysPlenty: 1 })
    .where('areKeysPlenty', '=', 0)
    .$if(productId !== null, (products) => products.where('id', '=', productId))
    .where('id', 'in', (row) =>
      row
        .selectFrom('allProductFigures')
        .innerJoin('products as each', 'each.id', 'allProductFigures.id')
        .select('each.id')
        .where('allProductFigures.keysAvailable', '>', sql<number>`coalesce(${sql.ref('each.lowKeysAt')}, ${usual})`),
    )
    .execute();
}

/** Those that fell to their number, or below, since they were above it. */
export async function listFallenPools(db: Queryable, usual: number): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .innerJoin('allProductFigures', 'allProductFigures.id', 'products.id')
    .select('products.id')
    .where('products.areKeysPlenty', '=', 1)
    .where(isPoolOnSale)
    .where('allProductFigures.keysAvailable', '<=', sql<number>`coalesce(${sql.ref('products.lowKeysAt')}, ${usual})`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns false where another process was first. */
export function takeFall(db: Queryable, productId: string): Promise<boolean> {
  return db
    .updateTable('products')
    .set({ areKeysPlenty: 0 })
    .where('id', '=', productId)
    .where('areKeysPlenty', '=', 1)
    .$call(updatesAny);
}

/** Free keys, and those that unpaid orders, of all and of one network, may still be paid for. */
export async function countUnreservedKeys(
  db: Queryable,
  productId: string,
  now: string,
  network = '',
): Promise<{ free: number; reserved: number; reservedByNetwork: number }> {
  const { free, reserved, reservedByNetwork } = await db
    .selectNoFrom((row) => {
      const reserving = row
        .selectFrom('openPurchases')
        .innerJoin('purchases', 'purchases.id', 'openPurchases.purchaseId')
        .innerJoin('purchaseItems', 'purchaseItems.purchaseId', 'purchases.id')
        .select(({ fn }) => fn.countAll<number>().as('reserved'))
        .where('purchaseItems.productId', '=', productId)
        .where('purchaseItems.renewsItemId', 'is', null)
        .where('purchases.status', '=', 'PENDING')
        .where('purchases.expiresAt', '>', now);
      return [
        row.selectFrom('productFigures').select('keysAvailable').where('id', '=', productId).$asScalar().as('free'),
        reserving.$asScalar().as('reserved'),
        reserving.where('openPurchases.network', '=', network).$asScalar().as('reservedByNetwork'),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    free: Number(free ?? 0),
    reserved: Number(reserved ?? 0),
    reservedByNetwork: Number(reservedByNetwork ?? 0),
  };
}
