import { endChecks, findPurchase, updateNextCheck } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { BankLook } from '#src/wire/sales.ts';
import { bankDeadline, identityOf, storeCharge } from './charges.ts';
import { completeSale } from './completion.ts';
import { keepPause, lookAgain, restOf } from './next-look.ts';
import type { ChargeReading, ChargeSnapshot } from './pix.ts';
import { continueRefund } from './refund-attempts.ts';
import { closeReturned, failPayment } from './release.ts';
import { endDispute, holdForReview, takeBackSale } from './reversal.ts';
import { nextDisputeCheckAt } from './schedule.ts';
import type { Shop } from './shop.ts';
import { type EventSource, noteChangedEvent, noteEvent } from './time-line.ts';

/**
 * Brings a purchase to what the bank says of it. Webhook, worker, status call and sandbox all end here; calling it twice,
 * or a hundred times at once, changes nothing more. The only way to COMPLETED. Answers what the bank said, null where there
 * is nothing to ask it.
 */
export async function settlePayment(shop: Shop, purchaseId: string, source: EventSource): Promise<BankLook | null> {
  const purchase = await findPurchase(shop.db, purchaseId);
  if (!purchase || purchase.status === 'REFUNDED') return null;
  if (purchase.provider !== shop.pix.name) return leaveToOtherBank(shop, purchase, source);
  const asking = { source, deadline: bankDeadline() };
  const reading = await shop.pix.readCharge(identityOf(purchase), asking.deadline);
  const look = reading.outcome === 'found' ? reading.snapshot.state : reading.outcome;
  await noteLook(shop, purchase, look, source);
  await keepPause(shop, reading);
  if (reading.outcome === 'found') await applySnapshot(shop, purchase, reading.snapshot, asking);
  else await applySilence(shop, purchase, reading, asking);
  return look;
}

/** The shop has changed its bank since: this one knows nothing of the charge, and its silence says nothing. */
async function leaveToOtherBank(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<null> {
  if (isOverdue(purchase, shop.clock.now())) await failPayment(shop, purchase, 'expired', source);
  else await lookAgain(shop, purchase);
  return null;
}

/** Who asks, and how long the bank may take for all that follows from it. */
type Asking = { source: EventSource; deadline: Date };

/** A look by hand is always worth a line; one by the machine only when the bank fell silent, or spoke again. */
async function noteLook(shop: Shop, purchase: PurchaseRow, look: BankLook, source: EventSource): Promise<void> {
  if (source === 'admin') return noteEvent(shop.db, shop, purchase.id, 'checked', source, look);
  if (!SILENT_LOOKS.includes(look)) return;
  return noteChangedEvent(shop.db, shop, purchase.id, { event: 'checked', source, detail: look }, 'waiting');
}

/** What no other event tells. */
const SILENT_LOOKS: readonly BankLook[] = ['waiting', 'missing', 'unavailable'];

async function applySnapshot(shop: Shop, purchase: PurchaseRow, bank: ChargeSnapshot, asking: Asking): Promise<void> {
  const { source } = asking;
  if (bank.reference !== purchase.providerReference || bank.currency !== 'BRL' || !bank.isOurs) {
    const detail = bank.isOurs ? bank.currency : 'receiver';
    const mismatch = { event: 'mismatch', source, detail } as const;
    await noteChangedEvent(shop.db, shop, purchase.id, mismatch);
    if (isOverdue(purchase, shop.clock.now())) return failPayment(shop, purchase, 'expired', source);
    return lookAgain(shop, purchase);
  }
  switch (bank.state) {
    case 'paid':
      return applyPayment(shop, purchase, bank, asking);
    case 'refunded':
      return applyRefund(shop, purchase, source);
    case 'disputed':
      return applyDispute(shop, purchase, bank, source);
    case 'rejected':
      return isOpen(purchase) ? failPayment(shop, purchase, 'rejected', source) : lookAgain(shop, purchase);
    case 'expired':
    case 'cancelled':
      return isOpen(purchase) ? failPayment(shop, purchase, 'expired', source) : lookAgain(shop, purchase);
    case 'waiting':
      if (isOverdue(purchase, shop.clock.now())) return closeOverdue(shop, purchase, asking);
      // A bank may have the charge before it has the code.
      if (isOpen(purchase) && purchase.chargeState !== 'open' && bank.charge.copyPaste !== '') {
        await storeCharge(shop, purchase, bank.charge);
      }
      return lookAgain(shop, purchase);
  }
}

/** Less than the price is held for the owner to look at; the price or more completes the sale. */
async function applyPayment(shop: Shop, purchase: PurchaseRow, bank: ChargeSnapshot, asking: Asking): Promise<void> {
  const { source } = asking;
  if (purchase.status === 'COMPLETED') return confirmPayment(shop, purchase, asking);
  const paidCents = bank.paidCents ?? 0;
  if (paidCents >= purchase.totalCents) {
    return completeSale(shop, purchase, { paidCents, providerPaymentId: bank.providerPaymentId }, source);
  }
  await holdForReview(shop, purchase, { status: 'PENDING', review: 'short_payment', paidCents }, source);
  return lookAgain(shop, purchase);
}

/** Paid, as the books say already: a dispute is over, a refund is asked for again. */
async function confirmPayment(shop: Shop, purchase: PurchaseRow, { source, deadline }: Asking): Promise<void> {
  if (purchase.review === 'dispute') await endDispute(shop, purchase, source);
  if (purchase.refundRequestedAt) return continueRefund(shop, purchase, source, deadline);
  return endChecks(shop.db, purchase.id);
}

async function applyRefund(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  if (purchase.status === 'COMPLETED') return takeBackSale(shop, purchase, source);
  if (purchase.status === 'PENDING') return closeReturned(shop, purchase, source);
  return lookAgain(shop, purchase);
}

/** Payer and bank argue: in an open sale as well as in a completed one nothing moves until that is over. */
async function applyDispute(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  source: EventSource,
): Promise<void> {
  const { status } = purchase;
  if (status !== 'PENDING' && status !== 'COMPLETED') return lookAgain(shop, purchase);
  const paidCents = purchase.paidCents ?? bank.paidCents;
  await holdForReview(shop, purchase, { status, review: 'dispute', paidCents }, source);
  return updateNextCheck(shop.db, purchase.id, nextDisputeCheckAt(shop.clock.now()));
}

/** The bank gave no charge: it has none, or it did not answer. The two hours run all the same. */
async function applySilence(
  shop: Shop,
  purchase: PurchaseRow,
  reading: Exclude<ChargeReading, { outcome: 'found' }>,
  asking: Asking,
): Promise<void> {
  const { source } = asking;
  if (isOverdue(purchase, shop.clock.now())) return closeOverdue(shop, purchase, asking);
  // A bank may take seconds to show what it just made: only the third look that finds nothing is believed.
  const neverCharged = reading.outcome === 'missing' && purchase.chargeState === 'unclear' && purchase.checkCount >= 2;
  if (neverCharged) return failPayment(shop, purchase, 'provider', source);
  if (purchase.chargeState === 'creating') return giveUpCreating(shop, purchase, reading.outcome === 'missing', source);
  return lookAgain(shop, purchase, restOf(reading));
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

async function closeOverdue(shop: Shop, purchase: PurchaseRow, { source, deadline }: Asking): Promise<void> {
  await shop.pix.cancelCharge(identityOf(purchase), deadline).catch(() => {
    shop.log.warn({ purchase: purchase.id.slice(0, 6) }, 'the bank did not confirm that an expired charge is closed');
  });
  await failPayment(shop, purchase, 'expired', source);
}

/** Unpaid as far as we know: what is under review is the owner's. */
function isOpen({ status, review }: PurchaseRow): boolean {
  return status === 'PENDING' && review === null;
}

function isOverdue(purchase: PurchaseRow, now: Date): boolean {
  return isOpen(purchase) && Date.parse(purchase.expiresAt) <= now.getTime();
}
