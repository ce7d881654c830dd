import { freezeKeyOfPurchase, revokeKeyOfPurchase } from '#db/queries/activation-keys.ts';
import { reverseAffiliateSale } from '#db/queries/affiliate-sales.ts';
import { freeCouponUse } from '#db/queries/coupons.ts';
import { clearDispute, markReview, refundPurchase } from '#db/queries/purchases.ts';
import { updateRedemption } from '#db/queries/redemptions.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { Review } from '#src/wire/purchases.ts';
import type { Shop } from './shop.ts';
import { announce, type EventSource, noteEvent } from './time-line.ts';

/**
 * The money went back: the key is revoked, the commission taken back, the coupon's use free again. Final. A commission that
 * the affiliate has already got is taken back all the same: its sale says that it was paid, so that the owner can settle it.
 */
export async function takeBackSale(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  const now = shop.clock.now().toISOString();
  const isFirst = await shop.db.transaction().execute(async (tx) => {
    const refunded = await refundPurchase(tx, purchase.id, now);
    if (!refunded) return false;
    await noteEvent(tx, shop, purchase.id, 'refunded', source);
    const hadKey = await revokeKeyOfPurchase(tx, purchase.id, now);
    if (hadKey) await noteEvent(tx, shop, purchase.id, 'key_revoked', source);
    const commission = await reverseAffiliateSale(tx, purchase.id);
    const wasPaid = commission?.paidAt ? 'paid' : 'pending';
    if (commission) await noteEvent(tx, shop, purchase.id, 'commission_reversed', source, wasPaid);
    const couponId = await updateRedemption(tx, purchase.id, ['USED'], 'FREED', now);
    if (couponId) await freeCouponUse(tx, couponId);
    if (couponId) await noteEvent(tx, shop, purchase.id, 'coupon_freed', source);
    return true;
  });
  if (isFirst) announce(shop, purchase.id);
}

/** Something about the money needs the owner's eyes: the status stays, the buyer reads 'Pagamento em análise'. */
export async function holdForReview(
  shop: Shop,
  purchase: PurchaseRow,
  flag: { status: 'PENDING' | 'COMPLETED'; review: Review; paidCents: number | null },
  source: EventSource,
): Promise<void> {
  const isFirst = await shop.db.transaction().execute(async (tx) => {
    const isFlagged = await markReview(tx, purchase.id, flag);
    if (!isFlagged) return false;
    if (flag.review === 'dispute') await freezeKeyOfPurchase(tx, purchase.id, shop.clock.now().toISOString());
    await noteEvent(tx, shop, purchase.id, flag.review === 'dispute' ? 'disputed' : 'short_payment', source);
    return true;
  });
  if (isFirst) announce(shop, purchase.id);
}

/** The bank calls it paid again: what was held for review is the buyer's, and the key works. */
export async function endDispute(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  const isFirst = await shop.db.transaction().execute(async (tx) => {
    const isOver = await clearDispute(tx, purchase.id);
    if (!isOver) return false;
    await freezeKeyOfPurchase(tx, purchase.id, null);
    await noteEvent(tx, shop, purchase.id, 'dispute_ended', source);
    return true;
  });
  if (isFirst) announce(shop, purchase.id);
}
