import { namesOf } from '#src/wire/purchases/items.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import { updatesAny } from '../../results.ts';
import type { PurchaseItemRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';

export const newItem = prepared((db, item: Placeholders<PurchaseItemRow>) =>
  db.insertInto('purchaseItems').values(item).returning('id'),
);

export function findPurchaseItem(db: Queryable, id: string): Promise<PurchaseItemRow | undefined> {
  return db.selectFrom('purchaseItems').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The items come in their order. */
export async function listItemsOfPurchase(db: Queryable, purchaseId: string): Promise<PurchaseItemRow[]> {
  return (await itemsOfPurchase.execute(db, { purchaseId })).rows;
}

const itemsOfPurchase = prepared((db, { purchaseId }: Placeholders<{ purchaseId: string }>) =>
  db.selectFrom('purchaseItems').selectAll().where('purchaseId', '=', purchaseId).orderBy('position'),
);

export function listItems(db: Queryable, ids: readonly string[]): Promise<PurchaseItemRow[]> {
  return db.selectFrom('purchaseItems').selectAll().where('id', 'in', ids).execute();
}

/** The items come in the order of each purchase. */
export function listItemsOfPurchases(db: Queryable, purchaseIds: readonly string[]): Promise<PurchaseItemRow[]> {
  return db
    .selectFrom('purchaseItems')
    .selectAll()
    .where('purchaseId', 'in', purchaseIds)
    .orderBy('purchaseId')
    .orderBy('position')
    .execute();
}

/** Each with the names of all that its purchase has; empty where it has none. */
export async function withProduct<Row extends { purchaseId: string | null }>(
  db: Queryable,
  rows: readonly Row[],
): Promise<(Row & { product: string })[]> {
  const ids = rows.flatMap(({ purchaseId }) => purchaseId ?? []);
  const items = ids.length > 0 ? await listItemsOfPurchases(db, ids) : [];
  const itemsOf = Map.groupBy(items, ({ purchaseId }) => purchaseId);
  return rows.map((row) => ({ ...row, product: namesOf({ items: itemsOf.get(row.purchaseId ?? '') ?? [] }) }));
}

export async function markKeyWaiting(db: Queryable, id: string, since: string): Promise<void> {
  await db.updateTable('purchaseItems').set({ keyWaitingSince: since }).where('id', '=', id).execute();
}

export function endKeyWaiting(db: Queryable, id: string): Promise<boolean> {
  return db
    .updateTable('purchaseItems')
    .set({ keyWaitingSince: null })
    .where('id', '=', id)
    .where('keyWaitingSince', 'is not', null)
    .$call(updatesAny);
}

export async function endKeyWaitingOfPurchase(db: Queryable, purchaseId: string): Promise<void> {
  await db
    .updateTable('purchaseItems')
    .set({ keyWaitingSince: null })
    .where('purchaseId', '=', purchaseId)
    .where('keyWaitingSince', 'is not', null)
    .execute();
}

/** The product gives no keys any more. */
export async function endKeyWaitingOfProduct(db: Queryable, productId: string): Promise<void> {
  await db
    .updateTable('purchaseItems')
    .set({ keyWaitingSince: null, requiresActivation: 0 })
    .where('productId', '=', productId)
    .where('keyWaitingSince', 'is not', null)
    .execute();
}

export async function settleAwaitedMajor(db: Queryable, productId: string, updatesMajor: number): Promise<void> {
  await db
    .updateTable('purchaseItems')
    .set({ updatesMajor, awaitsMajor: 0 })
    .where('productId', '=', productId)
    .where('awaitsMajor', '=', 1)
    .execute();
}

/** Returns false where the product's own file was already downloaded in this hour. */
export function takeDownloadHour(db: Queryable, id: string, hour: string): Promise<boolean> {
  return db
    .updateTable('purchaseItems')
    .set({ lastDownloadHour: hour })
    .where('id', '=', id)
    .where((row) => row.or([row('lastDownloadHour', 'is', null), row('lastDownloadHour', '<>', hour)]))
    .$call(updatesAny);
}

export async function countItemDownload(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('purchaseItems')
    .set((row) => ({ downloadCount: row('downloadCount', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Which of the ids are those of a purchase or of an item. */
export async function listIdsOfPurchases(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const found = await db
    .selectFrom('purchases')
    .select('id')
    .where('id', 'in', ids)
    .union(db.selectFrom('purchaseItems').select('id').where('id', 'in', ids))
    .execute();
  return found.map(({ id }) => id);
}
