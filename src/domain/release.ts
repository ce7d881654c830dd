import { freeCouponUse } from '#db/queries/coupons.ts';
import { failPurchase, failReturnedPurchase } from '#db/queries/purchases.ts';
import { updateRedemption } from '#db/queries/redemptions.ts';
import type { PurchaseRow, Queryable } from '#db/tables.ts';
import type { FailureReason } from '#src/wire/purchases.ts';
import { nextLateCheckAt } from './schedule.ts';
import type { Shop } from './shop.ts';
import { announce, type EventSource, noteEvent } from './time-line.ts';

/** Closes an unpaid purchase and frees its coupon's use, once. A purchase that is paid or under review stays as it is. */
export async function failPayment(
  shop: Shop,
  purchase: PurchaseRow,
  reason: FailureReason,
  source: EventSource,
): Promise<void> {
  const now = shop.clock.now();
  const failed = await shop.db.transaction().execute(async (tx) => {
    const row = await failPurchase(tx, purchase.id, {
      failureReason: reason,
      nextCheckAt: reason === 'provider' ? null : nextLateCheckAt(purchase, now),
      // Whoever says that there is no charge may be slower than another who has just handed out its code.
      from: reason === 'provider' ? ['creating', 'unclear'] : ['creating', 'unclear', 'open'],
    });
    if (!row) return false;
    await freeHold(tx, shop, purchase.id, now.toISOString());
    if (reason !== 'provider') await noteEvent(tx, shop, purchase.id, reason, source);
    return true;
  });
  if (failed) announce(shop, purchase.id);
}

/** What was paid went back before the sale was made, as a short payment that the owner returned: the purchase is closed. */
export async function closeReturned(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  const now = shop.clock.now().toISOString();
  const closed = await shop.db.transaction().execute(async (tx) => {
    const row = await failReturnedPurchase(tx, purchase.id);
    if (!row) return false;
    await freeHold(tx, shop, purchase.id, now);
    await noteEvent(tx, shop, purchase.id, 'returned', source);
    return true;
  });
  if (closed) announce(shop, purchase.id);
}

async function freeHold(tx: Queryable, shop: Shop, purchaseId: string, now: string): Promise<void> {
  shop.couponHolds.end(purchaseId);
  const couponId = await updateRedemption(tx, purchaseId, ['HELD'], 'FREED', now);
  if (couponId) await freeCouponUse(tx, couponId);
}
