import { findKeyOfPurchase } from '#db/queries/activation-keys.ts';
import { findProduct } from '#db/queries/products.ts';
import { findPurchase } from '#db/queries/purchases.ts';
import type { OutboxRow } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { RESEND_LIMIT } from '#src/wire/checkout.ts';
import { formatDayTime } from '#src/wire/dates.ts';
import { HOUR_MS } from '#src/wire/durations.ts';
import { formatCents } from '#src/wire/money.ts';
import { USUAL_LICENSE_TERMS } from '#src/wire/product-fields.ts';
import type { Done, ResendEmail } from '#src/wire/purchases.ts';
import { addressed } from './addressed.ts';
import { toPublicProductDto } from './product-fields.ts';
import { readPaidPurchase } from './purchases.ts';
import { queueResend } from './queue-mail.ts';
import { refusal } from './refusals.ts';
import type { Receipt, Shop } from './shop.ts';

export async function resendReceipt(shop: Shop, purchaseId: string, { email }: ResendEmail): Promise<Done> {
  const purchase = await readPaidPurchase(shop, purchaseId);
  if (purchase.customerEmail !== email) {
    throw refusal('forbidden', 'other_address', 'Só podemos reenviar para o e-mail usado na compra.');
  }
  const now = shop.clock.now().toISOString();
  const resend = { purchaseId, now, limit: RESEND_LIMIT };
  const isQueued = await inTransaction(shop.db, (tx) => queueResend(tx, 'resend', resend));
  if (!isQueued) throw limitReached();
  shop.events.publish('outbox');
  return { success: true, message: `Enviamos o recibo de novo para ${email}.` };
}

/** Undefined when there is nobody or nothing to write to. */
export async function writeReceipt(shop: Shop, mail: OutboxRow, kind: Receipt['kind']): Promise<Receipt | undefined> {
  const purchase = mail.purchaseId ? await findPurchase(shop.db, mail.purchaseId) : undefined;
  if (!purchase?.customerEmail || purchase.status !== 'COMPLETED') return undefined;
  const key = await findKeyOfPurchase(shop.db, purchase.id);
  const isUsable = key && !key.revokedAt && !key.frozenAt;
  const { siteUrl } = shop.settings;
  const product = await findProduct(shop.db, purchase.productId);
  return {
    kind,
    ...addressed(shop, mail, { name: purchase.customerName, email: purchase.customerEmail }),
    purchaseId: purchase.id,
    productName: purchase.productName,
    pictureUrl: product ? pictureUrl(toPublicProductDto(product).image, siteUrl) : null,
    licenseTerms: purchase.licenseTerms ?? USUAL_LICENSE_TERMS,
    couponCode: purchase.couponCode,
    amount: formatCents(purchase.paidCents ?? purchase.totalCents),
    paidAt: formatDayTime(purchase.completedAt ?? purchase.createdAt),
    activationKey: isUsable ? key.key : null,
    isKeyOnItsWay: purchase.keyWaitingSince !== null,
    purchaseUrl: `${siteUrl}/purchase/success/${purchase.id}`,
    allPurchasesUrl: `${siteUrl}/minhas-compras`,
    downloadUrl: `${siteUrl}/api/payments/download/${purchase.id}`,
    withdrawalUrl: `${siteUrl}/direito-de-arrependimento`,
  };
}

/** Mail programs draw no SVG. */
function pictureUrl(image: string, siteUrl: string): string | null {
  return image.endsWith('.svg') ? null : new URL(image, siteUrl).href;
}

function limitReached() {
  return refusal('too_many', 'resend_limit', 'Já reenviamos este recibo duas vezes. Tente de novo em uma hora.', {
    retryAfterSeconds: HOUR_MS / 1000,
  });
}
