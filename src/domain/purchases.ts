import { findKeyOfPurchase } from '#db/queries/activation-keys.ts';
import { findPurchase, findPurchaseByTransaction, takeCheck } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import { ERASED_CUSTOMER } from '#src/wire/dashboard.ts';
import { formatCents } from '#src/wire/money.ts';
import type { BankAnswer, LicenseAnswer, PaymentStatusCheck, PixCharge, Purchase } from '#src/wire/purchases.ts';
import { pixCharge } from './charges.ts';
import { findProductFile } from './product-files.ts';
import { conflict, notFound, refusal } from './refusals.ts';
import { settlePayment } from './settlement.ts';
import type { Shop } from './shop.ts';

/** A purchase as its buyer may see it. There is no link to a file that is not there. */
export async function showPurchase(shop: Shop, id: string): Promise<Purchase> {
  const shown = publicPurchase(await readPurchase(shop, id));
  const { productDetails } = shown;
  if (!productDetails.downloadUrl || (await findProductFile(shop, shown.productId))) return shown;
  return { ...shown, productDetails: { ...productDetails, downloadUrl: null } };
}

/** What the PIX step needs of a purchase that can still be paid, otherwise null. */
export async function showPixCharge(shop: Shop, id: string): Promise<PixCharge | null> {
  const purchase = await readPurchase(shop, id);
  if (purchase.status !== 'PENDING' || purchase.review || !purchase.pixCopyPaste) return null;
  return pixCharge(shop, purchase, purchase.pixCopyPaste);
}

/** The same for who waits for it: refused while the bank has given no code, and once the purchase is over. */
export async function readOpenCharge(shop: Shop, id: string): Promise<PixCharge> {
  const charge = await showPixCharge(shop, id);
  if (!charge) throw conflict('not_open', 'Esta compra não tem um código Pix para pagar agora.');
  return charge;
}

/** How the payment stands. While the answer is open the bank is asked, though not more often than it likes. */
export async function checkPaymentStatus(shop: Shop, transactionId: string): Promise<PaymentStatusCheck> {
  const known = await findPurchaseByTransaction(shop.db, transactionId);
  if (!known) throw notFound('Pagamento não encontrado.');
  if (known.status === 'PENDING' || known.failureReason === 'expired') await askBank(shop, known);
  const purchase = (await findPurchaseByTransaction(shop.db, transactionId)) ?? known;
  const status = bankAnswer(purchase);
  return { success: true, message: ANSWERS[status], data: { status } };
}

/** The key of a completed purchase, or the sentence that says why there is none to show. */
export async function showLicense(shop: Shop, id: string): Promise<LicenseAnswer> {
  const purchase = await readPurchase(shop, id);
  if (purchase.status === 'REFUNDED') throw refunded();
  if (purchase.status !== 'COMPLETED') throw notCompleted();
  const key = await findKeyOfPurchase(shop.db, id);
  if (key?.revokedAt) return noKey('Esta chave foi revogada. Fale com o suporte para saber o motivo.');
  if (key?.frozenAt) return noKey('Esta chave está suspensa enquanto o pagamento é analisado.');
  if (key) return { activationKey: key.key };
  if (!purchase.requiresActivation) return noKey('Este produto não precisa de chave de ativação.');
  return noKey('Sua chave está a caminho. Ela aparece aqui e chega no seu e-mail assim que for liberada.');
}

/** Refuses what is only for buyers who have paid and kept the product. */
export async function readPaidPurchase(shop: Shop, id: string): Promise<PurchaseRow> {
  const purchase = await readPurchase(shop, id);
  if (purchase.status === 'REFUNDED') throw refunded();
  if (purchase.status !== 'COMPLETED') throw notCompleted();
  return purchase;
}

async function readPurchase(shop: Shop, id: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(shop.db, id);
  if (!purchase) throw notFound('Compra não encontrada.');
  const isOverdue = purchase.status === 'PENDING' && Date.parse(purchase.expiresAt) <= shop.clock.now().getTime();
  if (!isOverdue || purchase.review) return purchase;
  await askBank(shop, purchase);
  return (await findPurchase(shop.db, id)) ?? purchase;
}

async function askBank(shop: Shop, purchase: PurchaseRow): Promise<void> {
  const now = shop.clock.now();
  const notAfter = new Date(now.getTime() - shop.pix.minimumReadIntervalMs);
  const isOurTurn = await takeCheck(shop.db, purchase.id, now.toISOString(), notAfter.toISOString());
  if (isOurTurn && (await isWithinBudget(shop))) await settlePayment(shop, purchase.id, 'page');
}

/** However many pages wait, together they ask no more of the bank than it bears: the worker looks all the same. */
async function isWithinBudget({ pix, limits }: Shop): Promise<boolean> {
  if (pix.minimumReadIntervalMs === 0) return true;
  if ((await limits.look('bankPause', pix.name)) !== null) return false;
  return (await limits.take('pageLooks', pix.name)) === null;
}

/** A purchase as the wire has it: for its buyer, and for the back-office. */
export function publicPurchase(purchase: PurchaseRow): Purchase {
  const isPaid = purchase.status === 'COMPLETED';
  return {
    id: purchase.id,
    productId: purchase.productId,
    productName: purchase.productName,
    paymentStatus: purchase.status,
    paymentMethod: 'pix',
    totalAmount: formatCents(purchase.totalCents),
    createdAt: purchase.createdAt,
    couponCode: purchase.couponCode,
    transactionId: purchase.transactionId,
    customerEmail: purchase.customerEmail ?? '',
    customerName: purchase.customerName ?? ERASED_CUSTOMER,
    requiresActivation: purchase.requiresActivation === 1,
    isKeyOnItsWay: purchase.keyWaitingSince !== null,
    expiresAt: purchase.expiresAt,
    failureReason: purchase.failureReason,
    review: purchase.review,
    productDetails: {
      name: purchase.productName,
      price: formatCents(purchase.priceCents),
      downloadUrl: isPaid ? `/api/payments/download/${purchase.id}` : null,
    },
  };
}

function bankAnswer({ status, failureReason }: PurchaseRow): BankAnswer {
  if (status === 'FAILED') return failureReason === 'expired' ? 'cancelled' : 'rejected';
  return ({ PENDING: 'pending', COMPLETED: 'approved', REFUNDED: 'refunded' } as const)[status];
}

const ANSWERS: Record<BankAnswer, string> = {
  pending: 'Ainda não recebemos a confirmação do banco. Isso costuma levar alguns segundos depois do pagamento.',
  approved: 'Pagamento confirmado.',
  cancelled: 'O prazo para pagar terminou e o código foi cancelado.',
  rejected: 'O pagamento não foi aceito.',
  refunded: 'O pagamento foi reembolsado.',
};

function noKey(message: string): LicenseAnswer {
  return { activationKey: null, message };
}

function refunded() {
  return refusal('gone', 'refunded', 'Esta compra foi reembolsada.');
}

function notCompleted() {
  return conflict('not_completed', 'O pagamento desta compra ainda não foi confirmado.');
}
