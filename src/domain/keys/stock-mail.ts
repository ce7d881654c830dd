import { findAdministrator } from '#db/queries/access/users.ts';
import { isAddressMarked } from '#db/queries/customers/bounces.ts';
import { findKeyStock } from '#db/queries/keys/key-stock.ts';
import { deleteStockNotice, findStockNotice } from '#db/queries/keys/stock-notices.ts';
import { findProduct, findProductOnSale } from '#db/queries/products/products.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import { can } from '#src/wire/access/roles.ts';
import { productPath } from '#src/wire/products/product-urls.ts';
import type { LowKeysMail, StockNoticeMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import type { Shop } from '../shop.ts';
import { lowKeysAt, readKeyLevels } from './key-levels.ts';

export const STOCK_MAIL = {
  low_keys: { write: writeLowKeys },
  stock_notice: {
    write: writeStockNotice,
    isErased: async (db, { payload }) => !(await findStockNotice(db, payload ?? '')),
    // Whoever waited for a product gave the address for this mail alone.
    afterSent: (tx, { payload }) => deleteStockNotice(tx, payload ?? ''),
    afterGivenUp: (db, { payload }) => deleteStockNotice(db, payload ?? ''),
  },
} satisfies Partial<MailHandlers>;

/** Nothing is said where keys came meanwhile. */
async function writeLowKeys(shop: Shop, mail: OutboxRow): Promise<LowKeysMail | undefined> {
  const { productId, userId } = readPayload(mail.payload);
  const [product, stock, owner] = await Promise.all([
    findProduct(shop.db, productId),
    findKeyStock(shop.db, productId),
    findAdministrator(shop.db, userId),
  ]);
  if (
    !product ||
    !stock ||
    !owner ||
    !can(owner.role, 'writeKeys') ||
    stock.keysAvailable > lowKeysAt(product, shop.settings)
  )
    return undefined;
  const level = (await readKeyLevels(shop)).find(({ id }) => id === productId);
  return {
    kind: 'low_keys',
    ...addressMail(shop, mail, owner),
    productName: product.name,
    keysAvailable: stock.keysAvailable,
    daysLeft: level?.daysLeft ?? null,
    isPaused: product.pauseWithoutKeys === 1,
    keysUrl: `${shop.settings.siteUrl}/admin/activation-keys?produto=${encodeURIComponent(productId)}`,
  };
}

/** Nothing is said once the address is forgotten, or mail comes back from it, or the product is no longer sold. */
async function writeStockNotice(shop: Shop, mail: OutboxRow): Promise<StockNoticeMail | undefined> {
  const notice = await findStockNotice(shop.db, mail.payload ?? '');
  const product = notice && (await findProductOnSale(shop.db, notice.productId));
  if (!product || (await isAddressMarked(shop.db, notice.email))) return undefined;
  return {
    kind: 'stock_notice',
    ...addressMail(shop, mail, { name: null, email: notice.email }),
    productName: product.name,
    productUrl: `${shop.settings.siteUrl}${productPath(product.slug ?? product.id)}`,
  };
}

function readPayload(payload: string | null): { productId: string; userId: string } {
  const { productId = '', userId = '' }: { productId?: string; userId?: string } = JSON.parse(payload ?? '{}');
  return { productId, userId };
}
