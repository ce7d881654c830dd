import { insertMailWithin } from '#db/queries/outbox.ts';
import { findPurchase, takeCheck } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { SaleDetails, SaleVerified } from '#src/wire/sales.ts';
import { type Actor, noteChange } from './audit.ts';
import { newId } from './ids.ts';
import { conflict, refusal } from './refusals.ts';
import { showSale, unknownSale } from './sales.ts';
import { settlePayment } from './settlement.ts';
import type { Shop } from './shop.ts';
import { announce, noteEvent } from './time-line.ts';

/** Asks the bank now, whatever was heard of it before, and does what its answer says. */
export async function verifySale(shop: Shop, actor: Actor, id: string): Promise<SaleVerified> {
  if (!(await findPurchase(shop.db, id))) throw unknownSale();
  await noteChange(shop.db, shop, actor, { action: 'purchase.verify', entity: 'purchase', entityId: id });
  const now = shop.clock.now().toISOString();
  await takeCheck(shop.db, id, now, now);
  const bankAnswer = await settlePayment(shop, id, 'admin');
  announce(shop, id);
  return { ...(await showSale(shop, id)), bankAnswer };
}

/** Sends the receipt again, to the address of the purchase. What the buyer may ask for is not used up by it. */
export async function resendSaleReceipt(shop: Shop, actor: Actor, id: string): Promise<SaleDetails> {
  const purchase = await findPurchase(shop.db, id);
  if (!purchase) throw unknownSale();
  expectReceipt(purchase);
  const now = shop.clock.now();
  await shop.db.transaction().execute(async (tx) => {
    const mail = newResend(id, now.toISOString());
    const since = new Date(now.getTime() - HOUR_MS).toISOString();
    const isQueued = await insertMailWithin(tx, mail, { series: `${SERIES}:${id}:`, limit: OWNERS_LIMIT, since });
    if (!isQueued) throw limitReached();
    await noteChange(tx, shop, actor, { action: 'purchase.resend_email', entity: 'purchase', entityId: id });
    await noteEvent(tx, shop, id, 'resend_requested', 'admin');
  });
  announce(shop, id);
  return showSale(shop, id);
}

const SERIES = 'resend-by-owner';
const OWNERS_LIMIT = 5;
const HOUR_MS = 60 * 60 * 1000;

function expectReceipt({ status, customerEmail }: PurchaseRow): void {
  if (status === 'REFUNDED') throw conflict('refunded', 'Esta venda foi reembolsada: não há mais o que entregar.');
  if (status !== 'COMPLETED') {
    throw conflict('not_completed', 'O recibo só existe depois do pagamento. Verifique o pagamento primeiro.');
  }
  if (!customerEmail) throw conflict('erased', 'Os dados deste cliente foram removidos: não há para quem enviar.');
}

function newResend(purchaseId: string, now: string) {
  return {
    kind: 'resend',
    purchaseId,
    dedup: `${SERIES}:${purchaseId}:${newId()}`,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  } as const;
}

function limitReached() {
  return refusal(
    'too_many',
    'resend_limit',
    'Este recibo já foi reenviado cinco vezes na última hora. Confira o endereço com o cliente e tente mais tarde.',
    { retryAfterSeconds: HOUR_MS / 1000 },
  );
}
