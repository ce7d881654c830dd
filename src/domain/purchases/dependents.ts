import { listDependents, listKeptItems, listOwnedItems } from '#db/queries/purchases/owned-items.ts';
import { listItems, listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import type { BoughtItem, CompletedSale } from '#db/queries/purchases/purchase-status.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { lockRowAtOnce } from '#db/transactions.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import type { Dependent } from '#src/wire/withdrawals/withdrawals.ts';
import { withItems } from './purchase-items.ts';

/** What was sold only or for less since the buyer owned something of this purchase, or of that; nothing that is given up. */
export async function listAllDependents(
  db: Queryable,
  { id, customerId }: Pick<PurchaseRow, 'id' | 'customerId'>,
): Promise<PurchaseRow[]> {
  const found = new Map<string, PurchaseRow>();
  const ids = [id];
  for (const purchaseId of ids) {
    const items = await listItemsOfPurchase(db, purchaseId);
    const itemIds = items.map((item) => item.id);
    for (const { soldId: _, isGivenUp, ...dependent } of await listDependents(db, customerId, itemIds)) {
      if (isGivenUp) continue;
      if (!found.has(dependent.id)) ids.push(dependent.id);
      found.set(dependent.id, dependent);
    }
  }
  return [...found.values()];
}

export async function showDependents(db: Queryable, purchase: PurchaseRow): Promise<Dependent[]> {
  return purchase.status === 'COMPLETED' ? describeDependents(db, await listAllDependents(db, purchase)) : [];
}

export async function describeDependents(db: Queryable, purchases: PurchaseRow[]): Promise<Dependent[]> {
  return (await withItems(db, purchases)).map((row) => ({
    id: row.id,
    number: row.number,
    product: namesOf(row),
    cents: (row.paidCents ?? row.totalCents) - row.returnedCents,
  }));
}

/** The items that the buyer must own for this one to be sold, at its price. */
export function groundsOf({
  upgradesItemId,
  completesItemIds,
  renewsItemId,
}: Pick<PurchaseItemRow, 'upgradesItemId' | 'completesItemIds' | 'renewsItemId'>): string[] {
  const completed: string[] = JSON.parse(completesItemIds ?? '[]');
  return [upgradesItemId, renewsItemId, ...completed].filter((id) => id !== null);
}

/** False where one of them was given back or is being given up. */
export async function areGroundsKept(tx: Queryable, purchaseId: string): Promise<boolean> {
  const grounds = (await listItemsOfPurchase(tx, purchaseId)).flatMap(groundsOf);
  const kept = grounds.length === 0 ? [] : await listKeptItems(tx, grounds);
  return kept.length === new Set(grounds).size;
}

/** False where the buyer owns them no more, or they have made another purchase of the same cheaper. */
export async function haveGrounds(tx: Queryable, items: readonly BoughtItem[]): Promise<boolean> {
  const grounds = items.flatMap(groundsOf);
  const [first] = items;
  if (grounds.length === 0 || !first) return true;
  const purchaseIds = (await listItems(tx, grounds)).map(({ purchaseId }) => purchaseId);
  for (const id of new Set(purchaseIds)) await lockRowAtOnce(tx, 'purchases', id);
  const customerId = (await findPurchase(tx, first.purchaseId))?.customerId ?? '';
  const owned = new Set((await listOwnedItems(tx, customerId)).map(({ id }) => id));
  // One that is being given up may be taken back, so that it counts.
  const others = (await listDependents(tx, customerId, grounds)).filter(({ id }) => id !== first.purchaseId);
  const isServed = others.some(({ soldId }) => items.some((item) => item.productId === soldId && !item.renewsItemId));
  return !isServed && grounds.every((id) => owned.has(id));
}

/** False where the coupon was for owners of a product, and the buyer owns it no more. */
export async function mayUseCoupon(
  tx: Queryable,
  { customerId, items, onlyOwnersOf }: CompletedSale,
): Promise<boolean> {
  if (onlyOwnersOf === null) return true;
  const owned = await listOwnedItems(tx, customerId);
  return owned.some(({ id, productId }) => productId === onlyOwnersOf && items.every((item) => item.id !== id));
}
