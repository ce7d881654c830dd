import { findPurchaseByTransaction } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { BankStatus, PaymentStatusCheck, PixCharge } from '#src/wire/purchases/purchases.ts';
import { findOrRefuse } from '../purchases/purchases.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { pixCharge } from './charge.ts';
import { pollForPage } from './polling/poll-for-page.ts';

/** Returns null when the purchase can no longer be paid. */
export async function showPixCharge(shop: Shop, id: string): Promise<PixCharge | null> {
  const purchase = await findOrRefuse(shop, id);
  if (purchase.status !== 'PENDING' || purchase.review || !purchase.pixCopyPaste) return null;
  return pixCharge(shop, purchase, purchase.pixCopyPaste);
}

export async function readOpenCharge(shop: Shop, id: string): Promise<PixCharge> {
  const charge = await showPixCharge(shop, id);
  if (!charge) throw conflict('not_open', 'Esta compra não tem um código Pix para pagar agora.');
  return charge;
}

export async function checkPaymentStatus(
  shop: Shop,
  transactionId: string,
  clientNetwork: string,
): Promise<PaymentStatusCheck> {
  const known = await findPurchaseByTransaction(shop.db, transactionId);
  if (!known) throw notFound('Pagamento não encontrado.');
  if (known.status === 'PENDING' || known.failureReason === 'expired') await pollForPage(shop, known, clientNetwork);
  const purchase = (await findPurchaseByTransaction(shop.db, transactionId)) ?? known;
  const status = bankStatusText(purchase);
  return { success: true, message: BANK_STATUS_TEXTS[status], data: { status } };
}

function bankStatusText({ status, failureReason }: PurchaseRow): BankStatus {
  if (status === 'FAILED') return failureReason === 'expired' ? 'cancelled' : 'rejected';
  return ({ PENDING: 'pending', COMPLETED: 'approved', REFUNDED: 'refunded' } as const)[status];
}

const BANK_STATUS_TEXTS: Record<BankStatus, string> = {
  pending: 'Ainda não recebemos a confirmação do banco. Isso costuma levar alguns segundos depois do pagamento.',
  approved: 'Pagamento confirmado.',
  cancelled: 'O prazo para pagar terminou e o código foi cancelado.',
  rejected: 'O pagamento não foi aceito.',
  refunded: 'O pagamento foi reembolsado.',
};
