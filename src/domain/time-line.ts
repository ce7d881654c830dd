import { insertChangedEvent, insertPurchaseEvent } from '#db/queries/purchase-events.ts';
import type { Queryable } from '#db/tables.ts';
import type { Shop } from './shop.ts';

/** What can happen to a purchase, as its time line tells it. */
export type PurchaseEvent =
  | 'created'
  | 'charge_opened'
  | 'charge_refused'
  | 'charge_unclear'
  | 'checked'
  | 'paid'
  | 'paid_late'
  | 'key_given'
  | 'key_waiting'
  | 'key_revoked'
  | 'short_payment'
  | 'disputed'
  | 'dispute_ended'
  | 'mismatch'
  | 'expired'
  | 'rejected'
  | 'returned'
  | 'refund_requested'
  | 'refund_pending'
  | 'refund_refused'
  | 'refunded'
  | 'commission_reversed'
  | 'coupon_freed'
  | 'mailed'
  | 'mail_failed'
  | 'mail_given_up'
  | 'resend_requested'
  | 'downloaded';

/** Who brought the news. */
export type EventSource = 'checkout' | 'page' | 'worker' | 'webhook' | 'sandbox' | 'admin' | 'buyer';

/** Notes one event; pass the open transaction, so that it stands or falls with what it tells. */
export function noteEvent(
  db: Queryable,
  shop: Shop,
  purchaseId: string,
  event: PurchaseEvent,
  source: EventSource,
  detail: string | null = null,
): Promise<void> {
  return insertPurchaseEvent(db, { purchaseId, at: shop.clock.now().toISOString(), event, source, detail });
}

/** Notes what would otherwise be said again and again: only when its detail differs from the last one's, or from `usual`. */
export function noteChangedEvent(
  db: Queryable,
  shop: Shop,
  purchaseId: string,
  { event, source, detail }: { event: PurchaseEvent; source: EventSource; detail: string },
  usual: string | null = null,
): Promise<void> {
  return insertChangedEvent(db, { purchaseId, at: shop.clock.now().toISOString(), event, source, detail }, usual);
}

/** Tells open pages that purchases changed. Call it after the commit. */
export function announce(shop: Shop, ...purchaseIds: string[]): void {
  for (const purchaseId of purchaseIds) shop.events.publish(`purchase:${purchaseId}`);
  shop.events.publish('sales');
  shop.events.publish('outbox');
}
