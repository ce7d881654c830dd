import { insertChangedEvent, insertPurchaseEvent } from '#db/queries/purchases/purchase-events.ts';
import type { Queryable } from '#db/tables.ts';
import type { EventSource, PurchaseEvent } from '#src/wire/sales/sale-events.ts';
import type { Shop } from '../shop.ts';

/** Pass the open transaction, so that change and event commit together. */
export function recordEvent(
  db: Queryable,
  shop: Shop,
  purchaseId: string,
  event: PurchaseEvent,
  source: EventSource,
  detail: string | null = null,
): Promise<void> {
  return insertPurchaseEvent(db, { purchaseId, at: shop.clock.now().toISOString(), event, source, detail });
}

export function recordChangedEvent(
  db: Queryable,
  shop: Shop,
  purchaseId: string,
  { event, source, detail }: { event: PurchaseEvent; source: EventSource; detail: string },
  usual: string | null = null,
): Promise<void> {
  return insertChangedEvent(db, { purchaseId, at: shop.clock.now().toISOString(), event, source, detail }, usual);
}

/** Call it after the commit. */
export function announce(shop: Shop, ...purchaseIds: string[]): void {
  announceWithoutMail(shop, ...purchaseIds);
  shop.events.publish('outbox');
}

/** Where no mail was queued, so that nobody looks for it. */
export function announceWithoutMail(shop: Shop, ...purchaseIds: string[]): void {
  for (const purchaseId of purchaseIds) shop.events.publish(`purchase:${purchaseId}`);
  shop.events.publish('sales');
}
