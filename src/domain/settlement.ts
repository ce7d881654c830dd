import { findPurchase, updateNextCheck } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import { identityOf, storeCharge } from './charges.ts';
import { completeSale } from './completion.ts';
import type { ChargeReading, ChargeSnapshot } from './pix.ts';
import { failPayment } from './release.ts';
import { endReview, holdForReview, takeBackSale } from './reversal.ts';
import { nextCheckAt, nextDisputeCheckAt, nextLateCheckAt } from './schedule.ts';
import type { Shop } from './shop.ts';
import { type EventSource, noteEvent } from './time-line.ts';

/**
 * Brings a purchase to what the bank says of it. Webhook, worker, status call and sandbox all end here; calling it twice,
 * or a hundred times at once, changes nothing more. The only way to COMPLETED.
 */
export async function settlePayment(shop: Shop, purchaseId: string, source: EventSource): Promise<Look> {
  const purchase = await findPurchase(shop.db, purchaseId);
  if (!purchase || purchase.status === 'REFUNDED' || purchase.failureReason === 'provider') return 'answered';
  const reading = await shop.pix.readCharge(identityOf(purchase));
  if (reading.outcome === 'found') await applySnapshot(shop, purchase, reading.snapshot, source);
  else await applySilence(shop, purchase, reading, source);
  return reading.outcome === 'unavailable' ? 'unavailable' : 'answered';
}

/** Whether the bank could be asked. */
export type Look = 'answered' | 'unavailable';

async function applySnapshot(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  source: EventSource,
): Promise<void> {
  if (bank.reference !== purchase.providerReference || bank.currency !== 'BRL' || !bank.isOurs) {
    await noteEvent(shop.db, shop, purchase.id, 'mismatch', source, bank.currency);
    return updateNextCheck(shop.db, purchase.id, nextCheckAt(purchase, shop.clock.now()));
  }
  switch (bank.state) {
    case 'paid':
      return applyPayment(shop, purchase, bank, source);
    case 'refunded':
      return takeBackSale(shop, purchase, source);
    case 'disputed':
      return holdDisputed(shop, purchase, bank, source);
    case 'rejected':
      return purchase.status === 'PENDING'
        ? failPayment(shop, purchase, 'rejected', source)
        : lookAgain(shop, purchase);
    case 'expired':
    case 'cancelled':
      return purchase.status === 'PENDING' ? failPayment(shop, purchase, 'expired', source) : lookAgain(shop, purchase);
    case 'waiting':
      if (isOverdue(purchase, shop.clock.now())) return closeOverdue(shop, purchase, source);
      if (purchase.status === 'PENDING' && purchase.chargeState !== 'open') {
        await storeCharge(shop, purchase, bank.charge);
      }
      return lookAgain(shop, purchase);
  }
}

/** Less than the price is held for the owner to look at; the price or more completes the sale. */
async function applyPayment(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  source: EventSource,
): Promise<void> {
  if (purchase.review === 'dispute') await endReview(shop, purchase, source);
  if (purchase.status === 'COMPLETED') return lookAgain(shop, { ...purchase, review: null });
  const paidCents = bank.paidCents ?? 0;
  if (paidCents < purchase.totalCents) {
    return holdForReview(shop, purchase, { status: 'PENDING', review: 'short_payment', paidCents }, source);
  }
  return completeSale(shop, purchase, { paidCents, providerPaymentId: bank.providerPaymentId }, source);
}

/** The bank holds the money back while payer and bank argue, in an open sale as well as in a completed one. */
async function holdDisputed(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  source: EventSource,
): Promise<void> {
  const { status } = purchase;
  if (status !== 'PENDING' && status !== 'COMPLETED') return lookAgain(shop, purchase);
  const paidCents = purchase.paidCents ?? bank.paidCents;
  await holdForReview(shop, purchase, { status, review: 'dispute', paidCents }, source);
  await lookAgain(shop, { ...purchase, review: 'dispute' });
}

/** The bank gave no charge: it has none, or it did not answer. The two hours run all the same. */
async function applySilence(
  shop: Shop,
  purchase: PurchaseRow,
  reading: Exclude<ChargeReading, { outcome: 'found' }>,
  source: EventSource,
): Promise<void> {
  if (isOverdue(purchase, shop.clock.now())) return closeOverdue(shop, purchase, source);
  // A bank may take seconds to show what it just made: only the third look that finds nothing is believed.
  const neverCharged = reading.outcome === 'missing' && purchase.chargeState === 'unclear' && purchase.checkCount >= 2;
  if (neverCharged) return failPayment(shop, purchase, 'provider', source);
  if (purchase.chargeState === 'creating') return giveUpCreating(shop, purchase, reading.outcome === 'missing', source);
  return lookAgain(shop, purchase, reading.outcome === 'unavailable' ? (reading.retryAfterMs ?? 0) : 0);
}

/** The process ended in the middle of a charge, or the call is still on its way: only its full time tells which. */
async function giveUpCreating(
  shop: Shop,
  purchase: PurchaseRow,
  isMissing: boolean,
  source: EventSource,
): Promise<void> {
  const dueAt = Date.parse(purchase.nextCheckAt ?? purchase.createdAt);
  const isAbandoned = shop.clock.now().getTime() >= dueAt;
  if (isAbandoned && isMissing) return failPayment(shop, purchase, 'provider', source);
  if (isAbandoned) return lookAgain(shop, purchase);
}

async function closeOverdue(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  await shop.pix.cancelCharge(identityOf(purchase)).catch(() => {
    shop.log.warn({ purchase: purchase.id.slice(0, 6) }, 'the bank did not confirm that an expired charge is closed');
  });
  await failPayment(shop, purchase, 'expired', source);
}

function isOverdue(purchase: PurchaseRow, now: Date): boolean {
  return purchase.status === 'PENDING' && purchase.review === null && Date.parse(purchase.expiresAt) <= now.getTime();
}

/** `restMs`: the bank wants to be left alone for so long. */
async function lookAgain(shop: Shop, purchase: PurchaseRow, restMs = 0): Promise<void> {
  const now = shop.clock.now();
  const next = nextLookAt(purchase, now);
  const earliest = new Date(now.getTime() + restMs).toISOString();
  await updateNextCheck(shop.db, purchase.id, next && restMs > 0 && next < earliest ? earliest : next);
}

function nextLookAt(purchase: PurchaseRow, now: Date): string | null {
  if (purchase.review === 'dispute') return nextDisputeCheckAt(now);
  if (purchase.status === 'COMPLETED') return null;
  return purchase.status === 'PENDING' ? nextCheckAt(purchase, now) : nextLateCheckAt(purchase, now);
}
