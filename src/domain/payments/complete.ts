import { claimBankPayment } from '#db/queries/payments/bank-payments.ts';
import { insertPurchaseEvent } from '#db/queries/purchases/purchase-events.ts';
import { completeSale, type PaymentFacts } from '#db/queries/purchases/purchase-status.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { earnCommission } from '../affiliates/earn-commission.ts';
import { announceEvent } from '../hooks/announce-event.ts';
import { deliverKeys } from '../keys/key-delivery.ts';
import { mailOf, wakeMail } from '../mail/queue-mail.ts';
import { describeSale } from '../purchases/announce-sale.ts';
import { haveGrounds, mayUseCoupon } from '../purchases/dependents.ts';
import { followRenewals } from '../purchases/renewals.ts';
import type { Shop } from '../shop.ts';
import { announcePurchase, eventOf } from '../timeline/purchase-events.ts';

export type Payment = {
  paidCents: number;
  returnedCents: number;
  providerPaymentId: string | null;
  furtherPaymentIds?: string[];
  facts?: PaymentFacts;
};

/**
 * `taken` means that the payment already completed another purchase, `groundless` that the price was for who owns what this
 * buyer does not own any more, or has used before, or that the buyer of an order that had ended was erased.
 */
export type Completion = 'done' | 'late' | 'taken' | 'groundless';

/** All happens in one transaction, which `also` joins; the second caller changes nothing. */
export async function completePurchase(
  shop: Shop,
  purchase: PurchaseRow,
  payment: Payment,
  source: EventSource,
  also?: (tx: Queryable) => Promise<void>,
): Promise<Completion> {
  return inTransaction(shop.db, (tx) => completeWithin(tx, shop, purchase, payment, source, also)).catch((error) => {
    if (error === GROUNDLESS) return 'groundless';
    throw error;
  });
}

/** It is thrown, so that nothing stays written. */
const GROUNDLESS = new Error('This purchase is not for who paid it.');

/** Runs in a caller's transaction; what `also` records comes before the payment on the time line. */
export async function completeWithin(
  tx: Queryable,
  shop: Shop,
  purchase: PurchaseRow,
  payment: Payment,
  source: EventSource,
  also?: (tx: Queryable) => Promise<void>,
): Promise<Completion> {
  const { id, totalCents } = purchase;
  const now = shop.clock.now().toISOString();
  if (!(await claimPayments(tx, purchase, payment))) return 'taken';
  if (!also && isUnclaimed(purchase)) throw GROUNDLESS;
  const isTooMuch = payment.paidCents > totalCents;
  const name = purchase.status === 'FAILED' ? 'paid_late' : 'paid';
  const event = eventOf(shop, id, name, source, isTooMuch ? 'too_much' : null);
  const receipt = mailOf(shop, { kind: 'receipt', purchaseId: id });
  const following = { event: also ? null : event, receipt, now };
  const sold = await completeSale(tx, id, paymentToBook(payment, now), following);
  if (!sold) return 'late';
  // The owner may accept it all the same.
  if (!also && !((await mayUseCoupon(tx, sold)) && (await haveGrounds(tx, sold.items)))) throw GROUNDLESS;
  if (also) {
    await also(tx);
    await insertPurchaseEvent(tx, event);
  }
  const paid = { status: 'COMPLETED', failureReason: null, review: null, completedAt: now } as const;
  const { paidCents, returnedCents } = payment;
  const { items } = sold;
  await announceEvent(tx, shop, describeSale('sale.paid', { ...purchase, ...paid, paidCents, returnedCents, items }));
  announcePurchase(tx, shop, id);
  wakeMail(tx, shop);
  await deliverKeys(tx, shop, sold.items, source);
  await followRenewals(tx, sold.items);
  await earnCommission(tx, shop, sold, payment.paidCents - payment.returnedCents);
  return 'done';
}

/** It is paid after its end, and nobody is left to deliver to. */
export function isUnclaimed({ status, review, customerEmail }: PurchaseRow): boolean {
  return customerEmail === null && (status === 'FAILED' || review === 'short_payment');
}

/** The first claim waits for the purchase, and so does who has nothing to claim. */
async function claimPayments(tx: Queryable, purchase: PurchaseRow, payment: Payment): Promise<boolean> {
  const ids = [payment.providerPaymentId, ...(payment.furtherPaymentIds ?? [])].filter((id) => id !== null);
  const account = purchase.account ?? purchase.provider;
  if (ids.length === 0) await lockRow(tx, 'purchases', purchase.id);
  let areOurs = true;
  for (const paymentId of ids) {
    const isOurs = await claimBankPayment(tx, { account, paymentId, purchaseId: purchase.id });
    areOurs &&= isOurs;
  }
  return areOurs;
}

function paymentToBook({ paidCents, returnedCents, providerPaymentId, facts }: Payment, now: string) {
  return {
    ...facts,
    paidCents,
    returnedCents,
    returnedAt: returnedCents > 0 ? now : null,
    providerPaymentId,
    completedAt: now,
  };
}
