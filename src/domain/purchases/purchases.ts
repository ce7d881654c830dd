import { findKeyOfItem } from '#db/queries/keys/activation-keys.ts';
import { findPurchaseItem } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { ActivationKeyRow } from '#db/tables/keys.ts';
import type { PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';
import { DOWNLOAD_NOTICES } from '#src/wire/downloads/download-notices.ts';
import { importedFrom } from '#src/wire/imports/sources.ts';
import { BAD_KEY_TEXTS } from '#src/wire/licenses/plugin-calls.ts';
import { USUAL_LICENSE_TERMS } from '#src/wire/products/data-fields.ts';
import type { LicenseResponse, PurchaseItem, PurchaseRecord } from '#src/wire/purchases/purchases.ts';
import { conflict, refusal, unknownPurchase } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import type { WithItems } from './purchase-items.ts';

const REPLACED_KEY = 'A chave do upgrade tomou o lugar desta.';
const RENEWED_KEY = 'A renovação não muda a chave: a que você já tem continua valendo.';

export async function showLicense(shop: Shop, id: string): Promise<LicenseResponse> {
  return licenseOf(await findPaidItem(shop, id), await findKeyOfItem(shop.db, id));
}

/** A key that takes longer is worth a question to the support. */
export function askForKeyAfter(waitsSince: string): string {
  return new Date(Date.parse(waitsSince) + DAY_MS).toISOString();
}

export function licenseOf(item: PurchaseItemRow, key: ActivationKeyRow | undefined): LicenseResponse {
  if (key?.replacedByItemId) return { ...noKey('revoked'), message: REPLACED_KEY };
  if (key?.revokedAt) return noKey('revoked');
  if (key?.frozenAt) return noKey('frozen');
  if (key) return { activationKey: key.key, state: 'ready' };
  if (item.renewsItemId) return { ...noKey('not_needed'), message: RENEWED_KEY };
  const waitsSince = item.keyWaitingSince;
  return waitsSince
    ? { ...noKey('waiting'), waitsSince, askAfter: askForKeyAfter(waitsSince) }
    : noKey(item.requiresActivation ? 'waiting' : 'not_needed');
}

/** Its own id where the item is unknown. */
export async function findPurchaseIdOfItem({ db }: Pick<Shop, 'db'>, id: string): Promise<string> {
  return (await findPurchaseItem(db, id))?.purchaseId ?? id;
}

export async function findPaidItem(shop: Shop, id: string): Promise<PurchaseItemRow> {
  const item = await findPurchaseItem(shop.db, id);
  if (!item) throw unknownPurchase();
  await readPaidPurchase(shop, item.purchaseId);
  return item;
}

export async function readPaidPurchase(shop: Shop, id: string): Promise<PurchaseRow> {
  const purchase = await findOrRefuse(shop, id);
  if (purchase.status === 'REFUNDED') throw refunded();
  if (purchase.status !== 'COMPLETED') throw notCompleted();
  return purchase;
}

export async function findOrRefuse(shop: Shop, id: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(shop.db, id);
  if (!purchase) throw unknownPurchase();
  return purchase;
}

export function toPurchaseDto(purchase: PurchaseRow & WithItems): PurchaseRecord {
  return {
    id: purchase.id,
    number: purchase.number,
    items: purchase.items.map((item) => toItemDto(item, purchase)),
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
    expiresAt: purchase.expiresAt,
    failureReason: purchase.failureReason,
    review: purchase.review,
    ownersPage: ownersPage(purchase.items[0]),
    importedFrom: importedFrom(purchase),
  };
}

function ownersPage({ productId, upgradesItemId, completesItemIds, renewsItemId }: PurchaseItemRow): string | null {
  if (completesItemIds || renewsItemId) return '/minhas-compras';
  return upgradesItemId ? `/plugins/${productId}/upgrade` : null;
}

export function toItemDto(item: PurchaseItemRow, purchase: PurchaseRow): PurchaseItem {
  return {
    id: item.id,
    productId: item.productId,
    productName: item.productName,
    kitId: item.kitId,
    kitName: item.kitName,
    offerId: item.offerId,
    renewsItemId: item.renewsItemId,
    price: formatCents(item.priceCents),
    totalAmount: formatCents(item.totalCents),
    licenseTerms: termsOf(item),
    termsVersion: item.termsVersion,
    requiresActivation: item.requiresActivation === 1,
    isKeyOnItsWay: item.keyWaitingSince !== null,
    downloadUrl: downloadUrlOf(item, purchase),
  };
}

export function termsOf({ licenseTerms }: Pick<PurchaseItemRow, 'licenseTerms'>): string {
  return licenseTerms ?? USUAL_LICENSE_TERMS;
}

function downloadUrlOf({ id, renewsItemId }: PurchaseItemRow, { status }: PurchaseRow): string | null {
  return status === 'COMPLETED' && renewsItemId === null ? `/api/payments/download/${id}` : null;
}

function returnedAmount({ status, returnedCents }: PurchaseRow): string | null {
  return status !== 'REFUNDED' && returnedCents > 0 ? formatCents(returnedCents) : null;
}

/** It must equal the database's generated column. */
function keptCents({ status, totalCents, paidCents, returnedCents }: PurchaseRow): number {
  return status === 'COMPLETED' ? Math.min(totalCents, (paidCents ?? totalCents) - returnedCents) : 0;
}

function noKey(state: keyof typeof NO_KEY): LicenseResponse {
  return { activationKey: null, state, message: NO_KEY[state] };
}

const NO_KEY = {
  revoked: BAD_KEY_TEXTS.revoked,
  frozen: BAD_KEY_TEXTS.frozen,
  not_needed: 'Este produto não precisa de chave de ativação.',
  waiting: 'Sua chave está a caminho. Ela aparece aqui e chega no seu e-mail assim que for liberada.',
} as const;

function refunded() {
  return refusal('gone', 'refunded', 'Esta compra foi reembolsada.');
}

export function notCompleted() {
  return conflict('not_completed', DOWNLOAD_NOTICES['download-sem-pagamento']);
}
