import { findKeyOfPurchase } from '#db/queries/activation-keys.ts';
import { findProductOnSale } from '#db/queries/products.ts';
import { findPurchase, findPurchaseByTransaction } from '#db/queries/purchases.ts';
import type { ActivationKeyRow, PurchaseRow } from '#db/tables.ts';
import { ERASED_CUSTOMER } from '#src/wire/dashboard.ts';
import { formatCents } from '#src/wire/money.ts';
import { USUAL_LICENSE_TERMS } from '#src/wire/product-fields.ts';
import type {
  BankStatus,
  LicenseResponse,
  PaymentStatusCheck,
  PixCharge,
  Purchase,
  PurchaseRecord,
} from '#src/wire/purchases.ts';
import { showItemFiles, toBoughtItem } from './bought-files.ts';
import { pixCharge } from './payments/charge.ts';
import { pollForPage } from './payments/poll-for-page.ts';
import { findProductFile } from './product-files.ts';
import { conflict, notFound, refusal } from './refusals.ts';
import type { Shop } from './shop.ts';
import { showWithdrawal } from './withdrawals.ts';

export async function showPurchase(shop: Shop, id: string, clientNetwork: string): Promise<Purchase> {
  return describePurchase(shop, await readPurchase(shop, id, clientNetwork));
}

export async function describePurchase(shop: Shop, purchase: PurchaseRow): Promise<Purchase> {
  const isProductOnSale = (await findProductOnSale(shop.db, purchase.productId)) !== undefined;
  const withdrawal = await showWithdrawal(shop, purchase);
  const shown = { ...toPurchaseDto(purchase), isProductOnSale, withdrawal };
  const { productDetails } = shown;
  if (!productDetails.downloadUrl || (await hasFile(shop, purchase))) return shown;
  return { ...shown, productDetails: { ...productDetails, downloadUrl: null } };
}

async function hasFile(shop: Shop, purchase: PurchaseRow): Promise<boolean> {
  const { version } = await showItemFiles(shop, toBoughtItem(purchase), true);
  return version !== null || (await findProductFile(shop, purchase.productId)) !== undefined;
}

/** Null when the purchase can no longer be paid. */
export async function showPixCharge(shop: Shop, id: string, clientNetwork: string): Promise<PixCharge | null> {
  const purchase = await readPurchase(shop, id, clientNetwork);
  if (purchase.status !== 'PENDING' || purchase.review || !purchase.pixCopyPaste) return null;
  return pixCharge(shop, purchase, purchase.pixCopyPaste);
}

export async function readOpenCharge(shop: Shop, id: string, clientNetwork: string): Promise<PixCharge> {
  const charge = await showPixCharge(shop, id, clientNetwork);
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

export async function showLicense(shop: Shop, id: string): Promise<LicenseResponse> {
  const purchase = await findOrRefuse(shop, id);
  if (purchase.status === 'REFUNDED') throw refunded();
  if (purchase.status !== 'COMPLETED') throw notCompleted();
  return licenseOf(purchase, await findKeyOfPurchase(shop.db, id));
}

export function licenseOf(purchase: PurchaseRow, key: ActivationKeyRow | undefined): LicenseResponse {
  if (key?.revokedAt) return noKey('revoked');
  if (key?.frozenAt) return noKey('frozen');
  if (key) return { activationKey: key.key, state: 'ready' };
  return noKey(purchase.requiresActivation ? 'waiting' : 'not_needed');
}

export async function readPaidPurchase(shop: Shop, id: string): Promise<PurchaseRow> {
  const purchase = await findOrRefuse(shop, id);
  if (purchase.status === 'REFUNDED') throw refunded();
  if (purchase.status !== 'COMPLETED') throw notCompleted();
  return purchase;
}

/** An expired purchase may have been paid at the last moment, so polls first. */
async function readPurchase(shop: Shop, id: string, clientNetwork: string): Promise<PurchaseRow> {
  const purchase = await findOrRefuse(shop, id);
  const isOverdue = purchase.status === 'PENDING' && Date.parse(purchase.expiresAt) <= shop.clock.now().getTime();
  if (!isOverdue || purchase.review) return purchase;
  await pollForPage(shop, purchase, clientNetwork);
  return (await findPurchase(shop.db, id)) ?? purchase;
}

async function findOrRefuse(shop: Shop, id: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(shop.db, id);
  if (!purchase) throw notFound('Compra não encontrada.');
  return purchase;
}

export function toPurchaseDto(purchase: PurchaseRow): PurchaseRecord {
  const isPaid = purchase.status === 'COMPLETED';
  return {
    id: purchase.id,
    productId: purchase.productId,
    productName: purchase.productName,
    licenseTerms: purchase.licenseTerms ?? USUAL_LICENSE_TERMS,
    paymentStatus: purchase.status,
    paymentMethod: 'pix',
    totalAmount: formatCents(purchase.totalCents),
    returnedAmount: returnedAmount(purchase),
    keptAmount: formatCents(keptCents(purchase)),
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

function returnedAmount({ status, returnedCents }: PurchaseRow): string | null {
  return status !== 'REFUNDED' && returnedCents > 0 ? formatCents(returnedCents) : null;
}

/** Must equal the database's generated column. */
function keptCents({ status, totalCents, paidCents, returnedCents }: PurchaseRow): number {
  return status === 'COMPLETED' ? Math.min(totalCents, (paidCents ?? totalCents) - returnedCents) : 0;
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

function noKey(state: keyof typeof NO_KEY): LicenseResponse {
  return { activationKey: null, state, message: NO_KEY[state] };
}

const NO_KEY = {
  revoked: 'Esta chave foi revogada. Fale com o suporte para saber o motivo.',
  frozen: 'Esta chave está suspensa enquanto o pagamento é analisado.',
  not_needed: 'Este produto não precisa de chave de ativação.',
  waiting: 'Sua chave está a caminho. Ela aparece aqui e chega no seu e-mail assim que for liberada.',
} as const;

function refunded() {
  return refusal('gone', 'refunded', 'Esta compra foi reembolsada.');
}

function notCompleted() {
  return conflict('not_completed', 'O pagamento desta compra ainda não foi confirmado.');
}
