import { endChecks, updateNextCheck } from '#db/queries/purchases/due-purchases.ts';
import { clearReview } from '#db/queries/purchases/purchase-reviews.ts';
import { type PaymentFacts, updatePaymentFacts } from '#db/queries/purchases/purchase-status.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import type { PollResult } from '#src/wire/sales/sales.ts';
import type { Shop } from '../shop.ts';
import { recordChangedEvent, recordEvent } from '../timeline/purchase-events.ts';
import { findBankOf } from './bank-accounts.ts';
import { cancelPurchase, cancelReturnedPurchase, freeExpiredCouponHold } from './cancel.ts';
import { bankDeadline, identityOf, storeCharge } from './charge.ts';
import { completePurchase } from './complete.ts';
import type { ChargeReading, ChargeSnapshot, PixProvider } from './pix-provider.ts';
import { bankPauseMs, pauseBank } from './polling/bank-pause.ts';
import { nextDisputeCheckAt } from './polling/poll-intervals.ts';
import { scheduleNextPoll } from './polling/schedule-next-poll.ts';
import { applyUnknown, endUnknown } from './polling/unknown-bank-status.ts';
import { bookRefund } from './refunds/book-refund.ts';
import { bookPartialReturn } from './refunds/partial-returns.ts';
import { continueRefund } from './refunds/refund-attempts.ts';
import { returnPayment } from './refunds/return-payment.ts';
import { endDispute, holdForReview } from './review.ts';

/** Null means that the bank was not read. */
export async function settlePayment(shop: Shop, purchaseId: string, source: EventSource): Promise<PollResult | null> {
  const purchase = await findPurchase(shop.db, purchaseId);
  return purchase ? settlePurchase(shop, purchase, source) : null;
}

/** For who has just read it. */
export async function settlePurchase(
  shop: Shop,
  purchase: PurchaseRow,
  source: EventSource,
): Promise<PollResult | null> {
  if (purchase.status === 'REFUNDED') return null;
  await freeExpiredCouponHold(shop, purchase, source);
  const bank = await findBankOf(shop, purchase);
  if (!bank) return holdForOwner(shop, purchase, source);
  if (purchase.review === 'unknown_account') return settleAgain(shop, purchase, source);
  const context = { source, deadline: bankDeadline(), bank };
  const reading = await bank.readCharge(identityOf(purchase), context.deadline);
  const result = reading.outcome === 'found' ? reading.snapshot.state : reading.outcome;
  await recordPoll(shop, purchase, result, source);
  await pauseBank(shop, bank, reading);
  if (reading.outcome === 'found') {
    const { snapshot } = reading;
    if (!isWholePayment(purchase, snapshot)) await keepPaymentFacts(shop, purchase, snapshot);
    await applySnapshot(shop, await endUnknown(shop, purchase, snapshot), snapshot, context);
  } else await applyMissing(shop, purchase, reading, context);
  return result;
}

/** The owner alone can tell whether a purchase was paid whose account is not configured any more. */
async function holdForOwner(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<null> {
  if (isOverdue(purchase, shop.clock.now())) {
    const flag = { status: 'PENDING', review: 'unknown_account', paidCents: purchase.paidCents } as const;
    await holdForReview(shop, purchase, flag, source);
  }
  await scheduleNextPoll(shop, purchase);
  return null;
}

async function settleAgain(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<PollResult | null> {
  await inTransaction(shop.db, async (tx) => {
    const isCleared = await clearReview(tx, purchase.id, 'unknown_account');
    if (isCleared) await recordEvent(tx, shop, purchase.id, 'account_known', source);
  });
  return settlePayment(shop, purchase.id, source);
}

/** A bank may name them after the payment, so any later reading brings them, too. */
async function keepPaymentFacts(shop: Shop, purchase: PurchaseRow, bank: ChargeSnapshot): Promise<void> {
  if (!bank.isOurs || bank.reference !== purchase.providerReference) return;
  const facts = newFactsOf(shop, purchase, bank);
  if (Object.keys(facts).length > 0) await inTransaction(shop.db, (tx) => updatePaymentFacts(tx, purchase.id, facts));
}

function newFactsOf(shop: Shop, purchase: PurchaseRow, bank: ChargeSnapshot): PaymentFacts {
  return {
    ...(purchase.endToEndId === null && bank.endToEndId && { endToEndId: bank.endToEndId }),
    ...(purchase.payerHash === null && bank.payerDocument && { payerHash: hashPayer(shop, bank.payerDocument) }),
  };
}

/** Nobody can tell whose document it is without the shop's key. */
function hashPayer({ keyedHash }: Shop, document: string): string {
  return keyedHash(`payer:${document}`);
}

type SettleContext = { source: EventSource; deadline: Date; bank: PixProvider };

/** Records every poll by the owner, and the worker's only when the bank stops or resumes responding. */
async function recordPoll(shop: Shop, purchase: PurchaseRow, result: PollResult, source: EventSource): Promise<void> {
  if (source === 'admin') return recordEvent(shop.db, shop, purchase.id, 'checked', source, result);
  if (!EVENTLESS_RESULTS.includes(result)) return;
  return recordChangedEvent(shop.db, shop, purchase.id, { event: 'checked', source, detail: result }, 'waiting');
}

const EVENTLESS_RESULTS: readonly PollResult[] = ['waiting', 'missing', 'unavailable'];

async function applySnapshot(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  context: SettleContext,
): Promise<void> {
  const { source } = context;
  if (bank.reference !== purchase.providerReference || bank.currency !== 'BRL' || !bank.isOurs) {
    const detail = bank.isOurs ? bank.currency : 'receiver';
    const mismatch = { event: 'mismatch', source, detail } as const;
    await recordChangedEvent(shop.db, shop, purchase.id, mismatch);
    if (isOverdue(purchase, shop.clock.now())) return cancelPurchase(shop, purchase, 'expired', source);
    return scheduleNextPoll(shop, purchase);
  }
  switch (bank.state) {
    case 'paid':
      return applyPayment(shop, purchase, bank, context);
    case 'refunded':
      return applyRefund(shop, purchase, source);
    case 'unknown':
      return applyUnknown(shop, purchase, bank, source);
    case 'disputed':
      return applyDispute(shop, purchase, bank, source);
    case 'rejected':
      return isOpen(purchase) ? cancelPurchase(shop, purchase, 'rejected', source) : scheduleNextPoll(shop, purchase);
    case 'expired':
    case 'cancelled':
      return isOpen(purchase) ? cancelPurchase(shop, purchase, 'expired', source) : scheduleNextPoll(shop, purchase);
    case 'waiting':
      if (isOverdue(purchase, shop.clock.now())) return closeOverdue(shop, purchase, context);
      // A bank may have the charge before it has the code.
      if (isOpen(purchase) && purchase.chargeState !== 'open' && bank.charge.copyPaste !== '') {
        await storeCharge(shop, purchase, bank.charge);
      }
      return scheduleNextPoll(shop, purchase);
  }
}

/** A short payment goes to review; the price or more completes the purchase. */
async function applyPayment(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  context: SettleContext,
): Promise<void> {
  const { source } = context;
  if (purchase.status === 'COMPLETED') return confirmPayment(shop, purchase, bank, context);
  if (purchase.refundRequestedAt) return continueRefund(shop, purchase, context);
  const { providerPaymentId, furtherPaymentIds, returnedCents = 0 } = bank;
  const payment = { paidCents: bank.paidCents ?? 0, returnedCents: returnedCents ?? 0, providerPaymentId };
  if (isWholePayment(purchase, bank)) {
    const facts = newFactsOf(shop, purchase, bank);
    const outcome = await completePurchase(shop, purchase, { ...payment, furtherPaymentIds, facts }, source);
    if (outcome === 'done') shop.metrics.observeDelivery(delaySince(bank.paidAt, shop.clock.now()));
    else await keepPaymentFacts(shop, purchase, bank);
    if (outcome === 'groundless') return returnPayment(shop, purchase, payment, source);
    return outcome === 'taken' ? recordTakenPayment(shop, purchase, source) : undefined;
  }
  const review = returnedCents === null ? 'partial_return' : 'short_payment';
  const flag = { status: 'PENDING', review, ...payment } as const;
  const isHeld = await holdForReview(shop, purchase, flag, source);
  return scheduleNextPoll(shop, isHeld ? { ...purchase, ...flag } : purchase);
}

/** It completes the purchase, and what the bank says of it is written with that. */
function isWholePayment(purchase: PurchaseRow, bank: ChargeSnapshot): boolean {
  const { reference, currency, isOurs, state, paidCents, returnedCents = 0 } = bank;
  const isOfPurchase = isOurs && reference === purchase.providerReference && currency === 'BRL' && state === 'paid';
  const isAwaited = purchase.status !== 'COMPLETED' && purchase.refundRequestedAt === null;
  return isOfPurchase && isAwaited && returnedCents !== null && (paidCents ?? 0) - returnedCents >= purchase.totalCents;
}

function delaySince(paidAt: string | undefined, now: Date): number | null {
  const delayMs = now.getTime() - Date.parse(paidAt ?? '');
  // The bank's clock may be ahead of ours.
  return Number.isNaN(delayMs) ? null : Math.max(0, delayMs);
}

async function recordTakenPayment(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  if (purchase.status === 'PENDING') {
    const flag = { status: 'PENDING', review: 'duplicate_payment', paidCents: purchase.paidCents } as const;
    await holdForReview(shop, purchase, flag, source);
  } else {
    await recordChangedEvent(shop.db, shop, purchase.id, { event: 'payment_taken', source, detail: 'closed' });
  }
  return scheduleNextPoll(shop, purchase);
}

async function confirmPayment(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  context: SettleContext,
): Promise<void> {
  if (purchase.review === 'dispute') await endDispute(shop, purchase, context.source);
  await bookPartialReturn(shop, purchase, beyondSurplus(purchase, bank), context.source);
  if (purchase.refundRequestedAt) return continueRefund(shop, purchase, context);
  return inTransaction(shop.db, (tx) => endChecks(tx, purchase.id));
}

/** What goes back first is what came beyond the booked payment. */
function beyondSurplus({ paidCents }: PurchaseRow, bank: ChargeSnapshot): Pick<ChargeSnapshot, 'returnedCents'> {
  const { returnedCents = 0 } = bank;
  if (returnedCents === null || paidCents === null) return bank;
  const surplusCents = Math.max((bank.paidCents ?? 0) - paidCents, 0);
  return { returnedCents: returnedCents - surplusCents };
}

async function applyRefund(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  if (purchase.status === 'COMPLETED') return bookRefund(shop, purchase, source);
  await cancelReturnedPurchase(shop, purchase, source);
  return purchase.status === 'FAILED' ? scheduleNextPoll(shop, purchase) : undefined;
}

async function applyDispute(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  source: EventSource,
): Promise<void> {
  const status = purchase.status === 'COMPLETED' ? 'COMPLETED' : 'PENDING';
  const paidCents = purchase.paidCents ?? bank.paidCents;
  const isHeld = await holdForReview(shop, purchase, { status, review: 'dispute', paidCents }, source);
  if (purchase.status === 'FAILED' && !isHeld) return scheduleNextPoll(shop, purchase);
  const next = nextDisputeCheckAt(shop.clock.now());
  return inTransaction(shop.db, (tx) => updateNextCheck(tx, purchase.id, next));
}

/** The time to pay runs on while the bank does not respond. */
async function applyMissing(
  shop: Shop,
  purchase: PurchaseRow,
  reading: Exclude<ChargeReading, { outcome: 'found' }>,
  context: SettleContext,
): Promise<void> {
  const { source } = context;
  if (isOverdue(purchase, shop.clock.now())) return closeOverdue(shop, purchase, context);
  // Banks may take seconds to show a new charge, so only the third miss counts.
  const neverCharged = reading.outcome === 'missing' && purchase.chargeState === 'unclear' && purchase.checkCount >= 2;
  if (neverCharged) return cancelPurchase(shop, purchase, 'provider', source);
  if (purchase.chargeState === 'creating')
    return abandonCreating(shop, purchase, reading.outcome === 'missing', source);
  return scheduleNextPoll(shop, purchase, bankPauseMs(reading));
}

/** The call may still be running, so waits for its full time. */
async function abandonCreating(
  shop: Shop,
  purchase: PurchaseRow,
  isMissing: boolean,
  source: EventSource,
): Promise<void> {
  const dueAt = Date.parse(purchase.nextCheckAt ?? purchase.createdAt);
  const isAbandoned = shop.clock.now().getTime() >= dueAt;
  if (isAbandoned && isMissing) return cancelPurchase(shop, purchase, 'provider', source);
  if (isAbandoned) return scheduleNextPoll(shop, purchase);
}

async function closeOverdue(
  shop: Shop,
  purchase: PurchaseRow,
  { source, deadline, bank }: SettleContext,
): Promise<void> {
  await bank.cancelCharge(identityOf(purchase), deadline).catch(() => {
    shop.log.warn({ purchase: purchase.id.slice(0, 6) }, 'the bank did not confirm that an expired charge is closed');
  });
  await cancelPurchase(shop, purchase, 'expired', source);
}

function isOpen({ status, review }: PurchaseRow): boolean {
  return status === 'PENDING' && review === null;
}

function isOverdue(purchase: PurchaseRow, now: Date): boolean {
  return isOpen(purchase) && Date.parse(purchase.expiresAt) <= now.getTime();
}
