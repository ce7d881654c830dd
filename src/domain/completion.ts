import { takeActivationKey } from '#db/queries/activation-keys.ts';
import { findAffiliateOfPurchase, insertAffiliateSale } from '#db/queries/affiliate-sales.ts';
import { insertMail } from '#db/queries/outbox.ts';
import { completePurchase, markKeyWaiting } from '#db/queries/purchases.ts';
import { updateRedemption } from '#db/queries/redemptions.ts';
import type { PurchaseRow, Queryable } from '#db/tables.ts';
import { shareOfCents } from '#src/wire/money.ts';
import { newId } from './ids.ts';
import type { Shop } from './shop.ts';
import { announce, type EventSource, noteEvent } from './time-line.ts';

export type Payment = { paidCents: number; providerPaymentId: string | null };

/** Status, key, coupon, commission and mail in one transaction, all or none. Whoever comes second changes nothing. */
export async function completeSale(
  shop: Shop,
  purchase: PurchaseRow,
  payment: Payment,
  source: EventSource,
): Promise<void> {
  const now = shop.clock.now().toISOString();
  const isFirst = await shop.db.transaction().execute(async (tx) => {
    const sold = await completePurchase(tx, purchase.id, { ...payment, completedAt: now });
    if (!sold) return false;
    const isTooMuch = payment.paidCents > sold.totalCents;
    const event = purchase.status === 'FAILED' ? 'paid_late' : 'paid';
    await noteEvent(tx, shop, sold.id, event, source, isTooMuch ? 'too_much' : null);
    await giveKey(tx, shop, sold, now, source);
    await useCoupon(tx, sold.id, now);
    await noteCommission(tx, sold, payment.paidCents, now);
    await insertMail(tx, {
      kind: 'receipt',
      purchaseId: sold.id,
      dedup: `receipt:${sold.id}`,
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    });
    return true;
  });
  if (!isFirst) return;
  shop.couponHolds.end(purchase.id);
  announce(shop, purchase.id);
}

async function giveKey(tx: Queryable, shop: Shop, sold: PurchaseRow, now: string, source: EventSource): Promise<void> {
  if (!sold.requiresActivation) return;
  const key = await takeActivationKey(tx, { productId: sold.productId, purchaseId: sold.id, now });
  if (!key) await markKeyWaiting(tx, sold.id, now);
  await noteEvent(tx, shop, sold.id, key ? 'key_given' : 'key_waiting', source);
}

/** A hold becomes a use; a hold that was freed meanwhile is marked LATE and stays outside of the coupon's count. */
async function useCoupon(tx: Queryable, purchaseId: string, now: string): Promise<void> {
  const used = await updateRedemption(tx, purchaseId, ['HELD'], 'USED', now);
  if (!used) await updateRedemption(tx, purchaseId, ['FREED'], 'LATE', now);
}

async function noteCommission(tx: Queryable, sold: PurchaseRow, paidCents: number, now: string): Promise<void> {
  const affiliate = await findAffiliateOfPurchase(tx, sold.id);
  if (!affiliate) return;
  await insertAffiliateSale(tx, {
    id: newId(),
    purchaseId: sold.id,
    affiliateId: affiliate.userId,
    amountCents: paidCents,
    commissionCents: shareOfCents(paidCents, affiliate.commissionHundredths),
    status: 'pending',
    createdAt: now,
    paidAt: null,
  });
}
