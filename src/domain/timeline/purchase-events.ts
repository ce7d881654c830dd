import { insertChangedEvent, insertPurchaseEvent } from '#db/queries/purchases/purchase-events.ts';
import type { Queryable } from '#db/tables.ts';
import type { EventSource, PurchaseEvent } from '#src/wire/sales/sale-events.ts';
import { publishAfterCommit } from '../events.ts';
import type { Shop } from '../shop.ts';

/** Pass the open transaction, so that change and event commit together; the screens hear of it then. */
export async function recordEvent(
  db: Queryable,
  shop: Shop,
  purchaseId: string,
  event: PurchaseEvent,
  source: EventSource,
  detail: string | null = null,
): Promise<void> {
  await insertPurchaseEvent(db, eventOf(shop, purchaseId, event, source, detail));
  announcePurchase(db, shop, purchaseId);
}

/** For a statement that also writes what happened; the caller announces it. */
export function eventOf(
  { clock }: Pick<Shop, 'clock'>,
  purchaseId: string,
  event: PurchaseEvent,
  source: EventSource,
  detail: string | null = null,
) {
  return { purchaseId, at: clock.now().toISOString(), event, source, detail };
}

export async function recordChangedEvent(
  db: Queryable,
  shop: Shop,
  purchaseId: string,
  { event, source, detail }: { event: PurchaseEvent; source: EventSource; detail: string },
  usual: string | null = null,
): Promise<void> {
  const changed = { purchaseId, at: shop.clock.now().toISOString(), event, source, detail };
  if (await insertChangedEvent(db, changed, usual)) announcePurchase(db, shop, purchaseId);
}

/** A change that the time line does not show is told all the same. */
export function announcePurchase(tx: Queryable, shop: Shop, purchaseId: string): void {
  publishAfterCommit(tx, shop, `purchase:${purchaseId}`, 'sales');
}
