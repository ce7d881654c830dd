import { assignActivationKey, findKeyOfPurchase } from '#db/queries/activation-keys.ts';
import { claimBankPayments } from '#db/queries/bank-payments.ts';
import { findAffiliateOfPurchase, insertCommission } from '#db/queries/commissions.ts';
import { markPurchaseCompleted } from '#db/queries/purchase-status.ts';
import { markKeyWaiting } from '#db/queries/purchases.ts';
import { markRedemptionUsed } from '#db/queries/redemptions.ts';
import type { PurchaseRow, Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { shareOfCents } from '#src/wire/money.ts';
import type { EventSource } from '#src/wire/sale-events.ts';
import { newId } from '../ids.ts';
import { announce, recordEvent } from '../purchase-events.ts';
import { queueMail } from '../queue-mail.ts';
import type { Shop } from '../shop.ts';

export type Payment = {
  paidCents: number;
  returnedCents: number;
  providerPaymentId: string | null;
  furtherPaymentIds?: string[];
};

/** `taken`: the payment already completed another purchase. */
export type Completion = 'done' | 'late' | 'taken';

/** All in one transaction, which `also` joins; the second caller changes nothing. */
export async function completePurchase(
  shop: Shop,
  purchase: PurchaseRow,
  payment: Payment,
  source: EventSource,
  also: (tx: Queryable) => Promise<void> = async () => {},
): Promise<Completion> {
  const now = shop.clock.now().toISOString();
  const outcome = await inTransaction(shop.db, async (tx): Promise<Completion> => {
    if (!(await claimPayments(tx, purchase, payment))) return 'taken';
    const sold = await markPurchaseCompleted(tx, purchase.id, paymentToBook(payment, now));
    if (!sold) return 'late';
    await also(tx);
    const isTooMuch = payment.paidCents > sold.totalCents;
    const event = purchase.status === 'FAILED' ? 'paid_late' : 'paid';
    await recordEvent(tx, shop, sold.id, event, source, isTooMuch ? 'too_much' : null);
    await assignKey(tx, shop, sold, now, source);
    const isWithCoupon = await markRedemptionUsed(tx, sold.id, now);
    if (isWithCoupon) await recordCommission(tx, sold, payment.paidCents - payment.returnedCents, now);
    await queueMail(tx, 'receipt', { purchaseId: sold.id, now });
    return 'done';
  });
  if (outcome === 'done') announce(shop, purchase.id);
  return outcome;
}

/** One payment completes one purchase only: false where another has it. */
async function claimPayments(tx: Queryable, purchase: PurchaseRow, payment: Payment): Promise<boolean> {
  const ids = [payment.providerPaymentId, ...(payment.furtherPaymentIds ?? [])].filter((id) => id !== null);
  return claimBankPayments(tx, { account: purchase.account ?? purchase.provider, purchaseId: purchase.id }, ids);
}

function paymentToBook({ paidCents, returnedCents, providerPaymentId }: Payment, now: string) {
  return {
    paidCents,
    returnedCents,
    returnedAt: returnedCents > 0 ? now : null,
    providerPaymentId,
    completedAt: now,
  };
}

async function assignKey(
  tx: Queryable,
  shop: Shop,
  sold: PurchaseRow,
  now: string,
  source: EventSource,
): Promise<void> {
  if (!sold.requiresActivation) return;
  // A restored purchase already has its key.
  const known = await findKeyOfPurchase(tx, sold.id);
  const key = known ?? (await assignActivationKey(tx, { productId: sold.productId, purchaseId: sold.id, now }));
  if (!key) await markKeyWaiting(tx, sold.id, now);
  await recordEvent(tx, shop, sold.id, key ? 'key_given' : 'key_waiting', source);
}

async function recordCommission(tx: Queryable, sold: PurchaseRow, keptCents: number, now: string): Promise<void> {
  const affiliate = await findAffiliateOfPurchase(tx, sold.id);
  if (!affiliate) return;
  await insertCommission(tx, {
    id: newId(),
    purchaseId: sold.id,
    affiliateId: affiliate.userId,
    amountCents: keptCents,
    commissionCents: shareOfCents(keptCents, affiliate.commissionHundredths),
    commissionHundredths: affiliate.commissionHundredths,
    status: 'pending',
    createdAt: now,
    paidAt: null,
  });
}
