import { findPurchase, markChargeUnclear, openCharge } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { PaymentCreated } from '#src/wire/checkout.ts';
import { formatCents } from '#src/wire/money.ts';
import type { PixCharge } from '#src/wire/purchases.ts';
import type { Charge } from './pix.ts';
import { conflict, refusal } from './refusals.ts';
import { failPayment } from './release.ts';
import { nextCheckAt } from './schedule.ts';
import type { Shop } from './shop.ts';
import { announce, noteEvent } from './time-line.ts';

/** The bank gets this long for whatever one call asks of it, retries included: the caller has an answer within 15 s. */
export const BANK_TIME_MS = 12_000;

/** Until when the bank may take for a call that begins now. */
export function bankDeadline(): Date {
  return new Date(Date.now() + BANK_TIME_MS);
}

/** Asks the bank for the charge of a purchase, outside of any transaction, and stores what it answers. */
export async function chargeBuyer(
  shop: Shop,
  purchase: PurchaseRow,
  deadline = bankDeadline(),
): Promise<PaymentCreated> {
  const creation = await shop.pix.createCharge(chargeRequest(purchase), deadline);
  if (creation.outcome === 'created') return storeCharge(shop, purchase, creation.charge);
  shop.log.warn({ purchase: purchase.id.slice(0, 6), outcome: creation.outcome }, 'the bank made no charge');
  if (creation.outcome === 'refused') {
    await noteEvent(shop.db, shop, purchase.id, 'charge_refused', 'checkout', creation.reason);
    await failPayment(shop, purchase, 'provider', 'checkout');
    return otherwiseOpened(shop, purchase);
  }
  await markChargeUnclear(shop.db, purchase.id, nextCheckAt(purchase, shop.clock.now()));
  await noteEvent(shop.db, shop, purchase.id, 'charge_unclear', 'checkout', creation.reason);
  throw unclearAtBank();
}

/** Another request with the same key may have been luckier: then there is something to pay. */
async function otherwiseOpened(shop: Shop, { id }: PurchaseRow): Promise<PaymentCreated> {
  const current = await findPurchase(shop.db, id);
  if (current?.status !== 'PENDING' || !current.pixCopyPaste) throw refusedByBank();
  return paymentCreated(shop, current, current.pixCopyPaste);
}

/** The purchase behind a repeated request: its charge, waited for or asked for again where it is not known yet. */
export async function resumeCharge(shop: Shop, purchase: PurchaseRow): Promise<PaymentCreated> {
  const deadline = bankDeadline();
  const settled = await waitForCharge(shop, purchase);
  if (settled.status === 'REFUNDED' || settled.failureReason === 'expired') throw closedBefore();
  if (settled.status === 'FAILED') throw refusedByBank();
  if (settled.status === 'PENDING' && settled.provider !== shop.pix.name) throw closedBefore();
  if (settled.pixCopyPaste) return paymentCreated(shop, settled, settled.pixCopyPaste);
  const reading = await shop.pix.readCharge(identityOf(settled), deadline);
  if (reading.outcome === 'found') return storeCharge(shop, settled, reading.snapshot.charge);
  if (reading.outcome === 'missing') return chargeBuyer(shop, settled, deadline);
  throw unclearAtBank();
}

/** What a buyer needs to pay a charge that is open. */
export async function pixCharge(shop: Shop, purchase: PurchaseRow, pixCopyPaste: string): Promise<PixCharge> {
  return {
    qrCodeBase64: await shop.drawQrCode(pixCopyPaste),
    pixCopyPaste,
    transactionId: purchase.transactionId,
    purchaseId: purchase.id,
    amount: formatCents(purchase.totalCents),
    expiresAt: purchase.expiresAt,
  };
}

/** What the bank is asked by: our own reference, and its name for the charge where we know it. */
export function identityOf(purchase: PurchaseRow) {
  return { reference: purchase.providerReference, providerChargeId: purchase.providerChargeId };
}

/** Stores a charge that the bank has, and answers what the buyer needs to pay it. One without a code is no charge yet. */
export async function storeCharge(shop: Shop, purchase: PurchaseRow, charge: Charge): Promise<PaymentCreated> {
  if (charge.copyPaste === '') throw unclearAtBank();
  const opened = await shop.db.transaction().execute(async (tx) => {
    const row = await openCharge(tx, purchase.id, {
      providerChargeId: charge.providerChargeId,
      pixCopyPaste: charge.copyPaste,
      nextCheckAt: nextCheckAt({ ...purchase, checkCount: 0 }, shop.clock.now()),
    });
    if (row) await noteEvent(tx, shop, purchase.id, 'charge_opened', 'checkout');
    return row;
  });
  if (opened) announce(shop, purchase.id);
  const current = opened ?? (await findPurchase(shop.db, purchase.id));
  if (!current?.pixCopyPaste) throw unclearAtBank();
  return paymentCreated(shop, current, current.pixCopyPaste);
}

async function paymentCreated(shop: Shop, purchase: PurchaseRow, pixCopyPaste: string): Promise<PaymentCreated> {
  const message = 'Pix gerado. Pague pelo app do seu banco para receber seu produto.';
  return { success: true, message, ...(await pixCharge(shop, purchase, pixCopyPaste)) };
}

/** Another request may be at the bank with this very purchase: wait for it rather than ask twice. */
async function waitForCharge(shop: Shop, purchase: PurchaseRow): Promise<PurchaseRow> {
  const restMs = Date.parse(purchase.createdAt) + BANK_TIME_MS - shop.clock.now().getTime();
  // By a clock that nobody sets: one that was put back would keep the buyer waiting for as long.
  const giveUpAt = performance.now() + Math.min(restMs, BANK_TIME_MS);
  let current = purchase;
  while (current.chargeState === 'creating' && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    current = (await findPurchase(shop.db, purchase.id)) ?? current;
  }
  return current;
}

function chargeRequest(purchase: PurchaseRow) {
  return {
    reference: purchase.providerReference,
    amountCents: purchase.totalCents,
    description: purchase.productName,
    payer: { name: purchase.customerName ?? '', email: purchase.customerEmail ?? '' },
    expiresAt: new Date(purchase.expiresAt),
  };
}

/** The code that the repeated request would get cannot be paid any more, or its bank is no longer asked about it. */
function closedBefore() {
  return conflict('purchase_closed', 'O prazo para pagar este Pix terminou. Gere um novo para continuar.');
}

function refusedByBank() {
  return refusal(
    'bank_failed',
    'bank_refused',
    'O banco não aceitou gerar este Pix. Nada foi cobrado. Tente novamente.',
  );
}

function unclearAtBank() {
  return refusal(
    'bank_failed',
    'bank_unclear',
    'O banco demorou para responder. Nada foi cobrado. Tente novamente em instantes: você não pagará duas vezes.',
  );
}
