import { claimBankPayment } from '#db/queries/payments/bank-payments.ts';
import { markPurchaseCompleted } from '#db/queries/purchases/purchase-status.ts';
import { markRedemptionUsed } from '#db/queries/purchases/redemptions.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { earnCommission } from '../affiliates/earn-commission.ts';
import { deliverKeys } from '../keys/key-delivery.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';

export type Payment = {
  paidCents: number;
  returnedCents: number;
  providerPaymentId: string | null;
  furtherPaymentIds?: string[];
};

/** `taken` means that the payment already completed another purchase. */
export type Completion = 'done' | 'late' | 'taken';

/** All happens in one transaction, which `also` joins; the second caller changes nothing. */
export async function completePurchase(
  shop: Shop,
  purchase: PurchaseRow,
  payment: Payment,
  source: EventSource,
  also: (tx: Queryable) => Promise<void> = async () => {},
): Promise<Completion> {
  return inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', purchase.id);
    return completeWithin(tx, shop, purchase, payment, source, also);
  });
}

/** Runs in a caller's transaction; the caller has locked the purchase. */
export async function completeWithin(
  tx: Queryable,
  shop: Shop,
  purchase: PurchaseRow,
  payment: Payment,
  source: EventSource,
  also: (tx: Queryable) => Promise<void>,
): Promise<Completion> {
  const now = shop.clock.now().toISOString();
  if (!(await claimPayments(tx, purchase, payment))) return 'taken';
  const sold = await markPurchaseCompleted(tx, purchase.id, paymentToBook(payment, now));
  if (!sold) return 'late';
  await also(tx);
  const isTooMuch = payment.paidCents > sold.totalCents;
  const event = purchase.status === 'FAILED' ? 'paid_late' : 'paid';
  await recordEvent(tx, shop, sold.id, event, source, isTooMuch ? 'too_much' : null);
  await deliverKeys(tx, shop, sold.id, source);
  const isWithCoupon = await markRedemptionUsed(tx, sold.id, now);
  if (isWithCoupon) await earnCommission(tx, sold, payment.paidCents - payment.returnedCents, now);
  await queueMail(tx, shop, { kind: 'receipt', purchaseId: sold.id });
  return 'done';
}

async function claimPayments(tx: Queryable, purchase: PurchaseRow, payment: Payment): Promise<boolean> {
  const ids = [payment.providerPaymentId, ...(payment.furtherPaymentIds ?? [])].filter((id) => id !== null);
  const account = purchase.account ?? purchase.provider;
  let areOurs = true;
  for (const paymentId of ids) {
    const isOurs = await claimBankPayment(tx, { account, paymentId, purchaseId: purchase.id });
    areOurs &&= isOurs;
  }
  return areOurs;
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
