import { claimCheck } from '#db/queries/purchases/due-purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { importedFrom, NO_RECEIPT_OF_IMPORTED } from '#src/wire/imports/sources.ts';
import type { SaleVerified } from '#src/wire/sales/sales.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { queueResend } from '../mail/queue-mail.ts';
import { settlePayment } from '../payments/settle.ts';
import { findOrRefuse } from '../purchases/purchases.ts';
import { conflict, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { showSale } from './sales.ts';

export async function verifySale(shop: Shop, actor: Actor, id: string): Promise<SaleVerified> {
  await findOrRefuse(shop, id);
  await recordChange(shop.db, shop, actor, { action: 'purchase.verify', entityId: id });
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, (tx) => claimCheck(tx, id, now, now));
  const bankAnswer = await settlePayment(shop, id, 'admin');
  return { ...(await showSale(shop, id)), bankAnswer };
}

export async function resendSaleReceipt(shop: Shop, actor: Actor, id: string): Promise<void> {
  const purchase = await findOrRefuse(shop, id);
  expectReceipt(purchase);
  await inTransaction(shop.db, async (tx) => {
    const isQueued = await queueResend(tx, shop, 'resend-by-owner', { purchaseId: id, limit: OWNERS_LIMIT });
    if (!isQueued) throw limitReached();
    await recordChange(tx, shop, actor, { action: 'purchase.resend_email', entityId: id });
    await recordEvent(tx, shop, id, 'resend_requested', 'admin');
  });
}

/** The conversation itself happens outside of the shop. */
export async function noteWhatsappOpened(shop: Shop, actor: Actor, id: string): Promise<void> {
  const purchase = await findOrRefuse(shop, id);
  if (purchase.whatsapp === null) throw conflict('no_whatsapp', 'Este pedido não tem WhatsApp.');
  await inTransaction(shop.db, async (tx) => {
    await recordChange(tx, shop, actor, { action: 'purchase.open_whatsapp', entityId: id });
    await recordEvent(tx, shop, id, 'whatsapp_opened', 'admin');
  });
}

const OWNERS_LIMIT = 5;

function expectReceipt(purchase: PurchaseRow): void {
  const { status, customerEmail } = purchase;
  if (status === 'REFUNDED') throw conflict('refunded', 'Esta venda foi reembolsada: não há mais o que entregar.');
  if (status !== 'COMPLETED') {
    throw conflict('not_completed', 'O recibo só existe depois do pagamento. Verifique o pagamento primeiro.');
  }
  if (importedFrom(purchase) !== null) throw conflict('imported', NO_RECEIPT_OF_IMPORTED);
  if (!customerEmail) throw conflict('erased', 'Os dados deste cliente foram removidos: não há para quem enviar.');
}

function limitReached() {
  return refusal(
    'too_many',
    'resend_limit',
    'Este recibo já foi reenviado cinco vezes na última hora. Confira o endereço com o cliente e tente mais tarde.',
    { retryAfterSeconds: HOUR_MS / 1000 },
  );
}
