import { freeCouponUse } from '#db/queries/coupons/coupons.ts';
import { failPurchase, failReturnedPurchase } from '#db/queries/purchases/purchase-status.ts';
import { updateRedemption } from '#db/queries/purchases/redemptions.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { FailureReason } from '#src/wire/purchases/purchases.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { announceSale } from '../purchases/announce-sale.ts';
import type { Shop } from '../shop.ts';
import { announcePurchase, recordEvent } from '../timeline/purchase-events.ts';
import { nextLateCheckAt } from './polling/poll-intervals.ts';

/** Does nothing for a purchase that is paid or under review. */
export async function cancelPurchase(
  shop: Shop,
  purchase: PurchaseRow,
  reason: FailureReason,
  source: EventSource,
): Promise<void> {
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const row = await failPurchase(tx, purchase.id, {
      failureReason: reason,
      nextCheckAt: reason === 'provider' ? null : nextLateCheckAt(purchase, now),
      // A 'missing' result may be older than a charge that another request just opened.
      from: reason === 'provider' ? ['creating', 'unclear'] : ['creating', 'unclear', 'open'],
    });
    if (!row) return;
    await freeCouponHold(tx, purchase.id, now.toISOString());
    if (reason === 'provider') announcePurchase(tx, shop, purchase.id);
    else await recordEvent(tx, shop, purchase.id, reason, source);
    await announceSale(tx, shop, 'sale.expired', purchase.id);
  });
}

export async function cancelReturnedPurchase(
  shop: Shop,
  purchase: PurchaseRow,
  source: EventSource,
  also: (tx: Queryable) => Promise<void> = async () => {},
): Promise<void> {
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    if (!(await failReturnedPurchase(tx, purchase.id))) return;
    await also(tx);
    await freeCouponHold(tx, purchase.id, now);
    await recordEvent(tx, shop, purchase.id, 'returned', source);
    await announceSale(tx, shop, 'sale.expired', purchase.id);
  });
}

/** A purchase under review keeps its coupon use for one more day; later completion keeps the discount, as LATE. */
export async function freeExpiredCouponHold(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  const now = shop.clock.now();
  if (purchase.status !== 'PENDING' || purchase.review === null || !purchase.couponCode) return;
  if (now.getTime() < Date.parse(purchase.expiresAt) + LONGEST_HOLD_MS) return;
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', purchase.id);
    const couponId = await freeCouponHold(tx, purchase.id, now.toISOString());
    if (couponId) await recordEvent(tx, shop, purchase.id, 'coupon_freed', source);
  });
}

const LONGEST_HOLD_MS = DAY_MS;

export async function freeCouponHold(tx: Queryable, purchaseId: string, now: string): Promise<string | undefined> {
  const couponId = await updateRedemption(tx, purchaseId, ['HELD'], 'FREED', now);
  if (couponId) await freeCouponUse(tx, couponId);
  return couponId;
}
