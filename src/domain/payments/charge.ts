import { markChargeOpen, markChargeUnclear } from '#db/queries/purchases/purchase-status.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inOneStatement } from '#db/transactions.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { namesOf } from '#src/wire/purchases/items.ts';
import type { PixCharge } from '#src/wire/purchases/purchases.ts';
import { type Bought, withItsItems } from '../purchases/purchase-items.ts';
import { conflict, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { announcePurchase, eventOf, recordEvent } from '../timeline/purchase-events.ts';
import { findBankOf } from './bank-accounts.ts';
import { cancelPurchase } from './cancel.ts';
import type { Charge, ChargeRequest } from './pix-provider.ts';
import { nextCheckAt } from './polling/poll-intervals.ts';

/** A call has so long with its retries, so that the caller responds within 15 s. */
export const BANK_TIME_MS = 12_000;

export function bankDeadline(): Date {
  return new Date(Date.now() + BANK_TIME_MS);
}

export async function requestCharge(shop: Shop, purchase: Bought, deadline = bankDeadline()): Promise<PaymentCreated> {
  // The shop may have gone to another account since the order was written.
  const bank = await findBankOf(shop, purchase);
  if (!bank) throw unclearAtBank();
  const creation = await bank.createCharge(chargeRequest(purchase, namesOf(purchase)), deadline);
  if (creation.outcome === 'created') return storeCharge(shop, purchase, creation.charge);
  shop.log.warn({ purchase: purchase.id.slice(0, 6), outcome: creation.outcome }, 'the bank made no charge');
  if (creation.outcome === 'refused') {
    await recordEvent(shop.db, shop, purchase.id, 'charge_refused', 'checkout', creation.reason);
    await cancelPurchase(shop, purchase, 'provider', 'checkout');
    return chargeOfOtherRequest(shop, purchase);
  }
  await markChargeUnclear(shop.db, purchase.id, nextCheckAt(purchase, shop.clock.now()));
  await recordEvent(shop.db, shop, purchase.id, 'charge_unclear', 'checkout', creation.reason);
  throw unclearAtBank();
}

async function chargeOfOtherRequest(shop: Shop, { id }: PurchaseRow): Promise<PaymentCreated> {
  const current = await findPurchase(shop.db, id);
  if (current?.status !== 'PENDING' || !current.pixCopyPaste) throw refusedByBank();
  return paymentCreated(shop, current, current.pixCopyPaste);
}

export async function resumeCharge(shop: Shop, purchase: PurchaseRow): Promise<PaymentCreated> {
  const deadline = bankDeadline();
  const settled = await waitForCharge(shop, purchase);
  if (settled.status === 'REFUNDED' || settled.failureReason === 'expired') throw closedBefore();
  if (settled.status === 'FAILED') throw refusedByBank();
  const bank = await findBankOf(shop, settled);
  if (settled.status === 'PENDING' && !bank) throw closedBefore();
  if (settled.pixCopyPaste) return paymentCreated(shop, settled, settled.pixCopyPaste);
  if (!bank) throw closedBefore();
  const reading = await bank.readCharge(identityOf(settled), deadline);
  if (reading.outcome === 'found') return storeCharge(shop, settled, reading.snapshot.charge);
  if (reading.outcome === 'missing') return requestCharge(shop, await withItsItems(shop.db, settled), deadline);
  throw unclearAtBank();
}

export async function pixCharge(shop: Shop, purchase: PurchaseRow, pixCopyPaste: string): Promise<PixCharge> {
  return {
    qrCodeBase64: await shop.drawQrCode(pixCopyPaste),
    pixCopyPaste,
    transactionId: purchase.transactionId,
    purchaseId: purchase.id,
    amount: formatCents(purchase.totalCents),
    createdAt: purchase.createdAt,
    expiresAt: purchase.expiresAt,
  };
}

export function identityOf(purchase: PurchaseRow) {
  return { reference: purchase.providerReference, providerChargeId: purchase.providerChargeId };
}

/** A charge without a code does not count yet. */
export async function storeCharge(shop: Shop, purchase: PurchaseRow, charge: Charge): Promise<PaymentCreated> {
  if (charge.copyPaste === '') throw unclearAtBank();
  const opened = {
    providerChargeId: charge.providerChargeId,
    pixCopyPaste: charge.copyPaste,
    nextCheckAt: firstCheckAt(purchase, shop.clock.now()),
  };
  const event = eventOf(shop, purchase.id, 'charge_opened', 'checkout');
  const isOpened = await inOneStatement(shop.db, (db) => markChargeOpen(db, purchase.id, opened, event));
  if (isOpened) announcePurchase(shop.db, shop, purchase.id);
  if (isOpened) return paymentCreated(shop, purchase, charge.copyPaste);
  const current = await findPurchase(shop.db, purchase.id);
  if (!current?.pixCopyPaste) throw unclearAtBank();
  return paymentCreated(shop, current, current.pixCopyPaste);
}

/** A bank that was quick leaves the time as it stands, whose change would cost another row in each index. */
function firstCheckAt(purchase: PurchaseRow, now: Date): string | null {
  const isQuick = now.getTime() - Date.parse(purchase.createdAt) < QUICK_MS;
  return isQuick && purchase.chargeState === 'creating'
    ? purchase.nextCheckAt
    : nextCheckAt({ ...purchase, checkCount: 0 }, now);
}

const QUICK_MS = 3_000;

async function paymentCreated(shop: Shop, purchase: PurchaseRow, pixCopyPaste: string): Promise<PaymentCreated> {
  const message = 'Pix gerado. Pague pelo app do seu banco para receber seu produto.';
  return { success: true, message, ...(await pixCharge(shop, purchase, pixCopyPaste)) };
}

/** Another request may be creating this very charge. */
async function waitForCharge(shop: Shop, purchase: PurchaseRow): Promise<PurchaseRow> {
  const restMs = Date.parse(purchase.createdAt) + BANK_TIME_MS - shop.clock.now().getTime();
  // The clock is monotonic, so that a changed system clock cannot prolong the wait.
  const waitUntil = performance.now() + Math.min(restMs, BANK_TIME_MS);
  let current = purchase;
  while (current.chargeState === 'creating' && performance.now() < waitUntil) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    current = (await findPurchase(shop.db, purchase.id)) ?? current;
  }
  return current;
}

function chargeRequest(purchase: PurchaseRow, description: string): ChargeRequest {
  return {
    reference: purchase.providerReference,
    amountCents: purchase.totalCents,
    description,
    payer: { name: purchase.customerName ?? '', email: purchase.customerEmail ?? '' },
    expiresAt: new Date(purchase.expiresAt),
  };
}

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
