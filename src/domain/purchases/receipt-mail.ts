import { listKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import { countMachinesOfKey } from '#db/queries/licenses/machines.ts';
import { findProduct } from '#db/queries/products/products.ts';
import { findPurchaseItem, listItemsOfPurchase } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { ActivationKeyRow } from '#db/tables/keys.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { PurchaseItemRow, PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import { dayText, formatDayTime } from '#src/wire/basics/dates.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { importedFrom, NO_RECEIPT_OF_IMPORTED } from '#src/wire/imports/sources.ts';
import type { Done, ResendEmail } from '#src/wire/purchases/purchases.ts';
import { RESEND_LIMIT, RESENT_TWICE } from '#src/wire/purchases/resends.ts';
import type { Receipt, ReceiptItem } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { isAboutItem, queueResend } from '../mail/queue-mail.ts';
import { publicImage } from '../products/product-fields.ts';
import { conflict, refusal } from '../refusals.ts';
import { findVersionOf } from '../releases/bought-files.ts';
import { isLimited } from '../releases/update-terms.ts';
import type { Shop } from '../shop.ts';
import type { ShopSettings } from '../shop-settings.ts';
import { askForKeyAfter, readPaidPurchase, termsOf } from './purchases.ts';

export const RECEIPT_MAIL = {
  receipt: { write: (shop, mail) => writeReceipt(shop, mail, 'receipt') },
  key: { write: (shop, mail) => writeReceipt(shop, mail, 'key') },
  resend: { write: (shop, mail) => writeReceipt(shop, mail, 'resend') },
} satisfies Partial<MailHandlers>;

export async function resendReceipt(shop: Shop, purchaseId: string, { email }: ResendEmail): Promise<Done> {
  const purchase = await readPaidPurchase(shop, purchaseId);
  if (purchase.customerEmail !== email) {
    throw refusal('forbidden', 'other_address', 'Só podemos reenviar para o e-mail usado na compra.');
  }
  if (importedFrom(purchase) !== null) throw conflict('imported', NO_RECEIPT_OF_IMPORTED);
  const resend = { purchaseId, limit: RESEND_LIMIT };
  const isQueued = await inTransaction(shop.db, (tx) => queueResend(tx, shop, 'resend', resend));
  if (!isQueued) throw limitReached();
  return { success: true, message: `Enviamos o recibo de novo para ${email}.` };
}

/** Returns undefined when there is nobody or nothing to write to. */
export async function writeReceipt(shop: Shop, mail: OutboxRow, kind: Receipt['kind']): Promise<Receipt | undefined> {
  const purchase = mail.purchaseId ? await findPurchase(shop.db, mail.purchaseId) : undefined;
  if (!purchase?.customerEmail || purchase.status !== 'COMPLETED' || importedFrom(purchase) !== null) return undefined;
  const { siteUrl } = shop.settings;
  return {
    kind,
    ...addressMail(shop, mail, { name: purchase.customerName, email: purchase.customerEmail }),
    purchaseId: purchase.id,
    number: purchase.number,
    items: await listReceiptItems(shop, mail, purchase),
    couponCode: purchase.couponCode,
    amount: formatCents(purchase.paidCents ?? purchase.totalCents),
    paidAt: formatDayTime(purchase.completedAt ?? purchase.createdAt),
    purchaseUrl: `${siteUrl}/purchase/success/${purchase.id}`,
    allPurchasesUrl: `${siteUrl}/minhas-compras`,
    withdrawalUrl: `${siteUrl}/direito-de-arrependimento`,
  };
}

async function listReceiptItems(shop: Shop, mail: OutboxRow, { id }: PurchaseRow): Promise<ReceiptItem[]> {
  const items = await listItemsOfPurchase(shop.db, id);
  const keys = items.some((item) => item.requiresActivation) ? await listKeysOfPurchase(shop.db, id) : [];
  const usable = keys.filter(({ revokedAt, frozenAt }) => !revokedAt && !frozenAt);
  return Promise.all(
    items
      .filter((item) => isAboutItem(mail, item.id))
      .map(async (item) => {
        const key = usable.find(({ itemId }) => itemId === item.id);
        const product = await findProduct(shop.db, item.productId);
        return {
          productId: item.productId,
          productName: item.productName,
          kitId: item.kitId,
          kitName: item.kitName,
          licenseTerms: termsOf(item),
          pictureUrl: product ? pictureUrl(product, shop.settings) : null,
          activationKey: key?.key ?? null,
          askForKeyAfter: item.keyWaitingSince && formatDayTime(askForKeyAfter(item.keyWaitingSince)),
          version:
            product?.currentVersion && !item.renewsItemId
              ? await findReceivedVersion(shop, item, product.currentVersion)
              : null,
          computers: key ? await countComputers(shop, key) : null,
          downloadUrl: item.renewsItemId ? null : `${shop.settings.siteUrl}/api/payments/download/${item.id}`,
          updatesUntil: item.renewsItemId ? await findEnd(shop, item.renewsItemId) : null,
        };
      }),
  );
}

async function findReceivedVersion(shop: Shop, item: PurchaseItemRow, current: string): Promise<string | null> {
  return isLimited(item) ? findVersionOf(shop, item) : current;
}

async function findEnd({ db }: Shop, renewsItemId: string): Promise<string | null> {
  const until = (await findPurchaseItem(db, renewsItemId))?.updatesUntil;
  return until ? dayText(until) : null;
}

/** Mail programs draw no SVG. */
function pictureUrl(product: ProductRow, { siteUrl }: ShopSettings): string | null {
  const image = publicImage(product.image);
  return image.endsWith('.svg') ? null : new URL(image, siteUrl).href;
}

async function countComputers(shop: Shop, { id, machineLimit: limit }: ActivationKeyRow) {
  if (limit === null) return null;
  const used = await countMachinesOfKey(shop.db, id, shop.clock.now().toISOString());
  return { free: Math.max(0, limit - used), limit };
}

function limitReached() {
  return refusal('too_many', 'resend_limit', `${RESENT_TWICE} Tente de novo em uma hora.`, {
    retryAfterSeconds: HOUR_MS / 1000,
  });
}
