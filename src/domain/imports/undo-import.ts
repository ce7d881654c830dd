import {
  deleteImportedSales,
  forgetImportedCustomers,
  listCompletedItems,
  listEmptyCustomers,
  listImportedProducts,
  listImportedPurchases,
  listUsedPurchases,
} from '#db/queries/imports/imported-sales.ts';
import { changeImport, lockImport } from '#db/queries/imports/imports.ts';
import { deleteUnusedProduct } from '#db/queries/products/admin-products.ts';
import { listItemsOfPurchases } from '#db/queries/purchases/purchase-items.ts';
import { deleteCustomersWithoutOrders } from '#db/queries/purchases/unpaid-orders.ts';
import type { ImportRow } from '#db/tables/imports.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockBuyers } from '#db/transactions.ts';
import { IMPORT_TEXTS, type StoreImport } from '#src/wire/imports/imports.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { findOrRefuse, IMPORTS, showImport, wrongState } from './imports.ts';

/** Refused as soon as one sale was used; those that are used while it is under way stay. */
export async function undoImport(shop: Shop, actor: Actor, id: string): Promise<StoreImport> {
  const row = await findOrRefuse(shop, id);
  if (row.state !== 'done') throw wrongState();
  await expectUnused(shop, id);
  await inTransaction(shop.db, async (tx) => {
    if (!(await changeImport(tx, id, ['done'], { state: 'undoing', cursor: '', position: 0, endedAt: null })))
      throw wrongState();
    await recordChange(tx, shop, actor, { action: 'import.undo', entityId: id });
    publishAfterCommit(tx, shop, IMPORTS);
  });
  return showImport(shop, id);
}

async function expectUnused({ db }: Shop, id: string): Promise<void> {
  let after = '';
  for (;;) {
    const purchases = await listImportedPurchases(db, id, after, BATCH);
    const used = await findUsed(
      db,
      purchases.map(({ purchaseId }) => purchaseId),
    );
    if (used.size > 0) throw conflict('touched', IMPORT_TEXTS.touched);
    if (purchases.length < BATCH) return;
    after = purchases.at(-1)?.purchaseId ?? after;
    await yieldToEventLoop();
  }
}

const BATCH = 200;

/** A kit's rest may be an item of a purchase beside its first, whose id is the purchase's. */
async function findUsed(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const used = new Set(await listUsedPurchases(db, ids));
  const completed = new Set(await listCompletedItems(db));
  if (completed.size > 0) {
    for (const { id, purchaseId } of await listItemsOfPurchases(db, [...ids]))
      if (completed.has(id)) used.add(purchaseId);
  }
  return used;
}

/** Returns false when nothing is left to take out. */
export async function takeOutBatch(tx: Queryable, shop: Shop, id: string): Promise<boolean> {
  const row = await lockImport(tx, id);
  if (row?.state !== 'undoing') return false;
  const { cursor, position, kept } = row;
  publishAfterCommit(tx, shop, 'sales');
  const purchases = await listImportedPurchases(tx, id, cursor ?? '', BATCH);
  if (purchases.length === 0) return endUndo(tx, shop, row);
  const customerIds = [...new Set(purchases.map(({ customerId }) => customerId))].toSorted();
  await lockBuyers(tx, customerIds);
  const ids = purchases.map(({ purchaseId }) => purchaseId);
  const used = await findUsed(tx, ids);
  await deleteImportedSales(
    tx,
    ids.filter((purchaseId) => !used.has(purchaseId)),
  );
  const empty = await listEmptyCustomers(tx, id, customerIds);
  if (empty.length > 0) await deleteCustomersWithoutOrders(tx, empty, shop.clock.now().toISOString());
  await forgetImportedCustomers(tx, empty);
  await changeImport(tx, id, ['undoing'], {
    cursor: purchases.at(-1)?.purchaseId ?? cursor,
    position: position + purchases.length,
    kept: kept + used.size,
  });
  return true;
}

/** A product that its owner went on with stays. */
async function endUndo(tx: Queryable, shop: Shop, { id }: ImportRow): Promise<boolean> {
  for (const productId of await listImportedProducts(tx, id)) await deleteUnusedProduct(tx, productId, 'untouched');
  const endedAt = shop.clock.now().toISOString();
  await changeImport(tx, id, ['undoing'], { state: 'undone', cursor: null, announces: 0, endedAt });
  publishAfterCommit(tx, shop, CATALOG_CHANGED);
  return false;
}
