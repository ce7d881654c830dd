import type { Queryable } from '../tables.ts';

/** Every product that has keys or may get some, with what is left of them and who waits. */
export function listKeyStock(db: Queryable) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'status', 'requiresActivation', 'withdrawnAt', 'keysAvailable', 'buyersWaiting'])
    .where((row) =>
      row.or([
        row('withdrawnAt', 'is', null),
        row('buyersWaiting', '>', 0),
        row.exists(row.selectFrom('activationKeys').select('id').whereRef('productId', '=', 'products.id')),
      ]),
    )
    .orderBy('nameOrder')
    .orderBy('id')
    .execute();
}

export function findKeyStock(db: Queryable, productId: string) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'requiresActivation', 'withdrawnAt', 'keysAvailable', 'buyersWaiting'])
    .where('id', '=', productId)
    .executeTakeFirst();
}

/** The products that have both: a free key, and a buyer who waits for one. */
export function listProductsToServe(db: Queryable): Promise<{ id: string }[]> {
  return db.selectFrom('products').select('id').where('buyersWaiting', '>', 0).where('keysAvailable', '>', 0).execute();
}

/** Who has paid and waits for a key, the longest wait first. Whoever disputes the payment gets none meanwhile. */
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
    .orderBy('keyWaitingSince')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Takes a buyer out of the queue; false when he has left it, or his money went back. */
export async function endKeyWaiting(db: Queryable, purchaseId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ keyWaitingSince: null })
    .where('id', '=', purchaseId)
    .where('status', '=', 'COMPLETED')
    .where('review', 'is', null)
    .where('keyWaitingSince', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
