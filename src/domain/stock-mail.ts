import { findKeyStock } from '#db/queries/key-stock.ts';
import { findProduct, findProductOnSale } from '#db/queries/products.ts';
import { findStockNotice } from '#db/queries/stock-notices.ts';
import { findAdministrator } from '#db/queries/users.ts';
import type { OutboxRow } from '#db/tables.ts';
import { productPath } from '#src/wire/product-urls.ts';
import { lowKeysAt, readKeyLevels } from './key-levels.ts';
import { addressMail } from './mail-address.ts';
import type { LowKeysMail, Shop, StockNoticeMail } from './shop.ts';

/** Nothing to say where keys came meanwhile. */
export async function writeLowKeys(shop: Shop, mail: OutboxRow): Promise<LowKeysMail | undefined> {
  const { productId, userId } = readPayload(mail.payload);
  const [product, stock, owner] = await Promise.all([
    findProduct(shop.db, productId),
    findKeyStock(shop.db, productId),
    findAdministrator(shop.db, userId),
  ]);
  if (!product || !stock || !owner || stock.keysAvailable > lowKeysAt(product, shop.settings)) return undefined;
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

/** Nothing to say once the address is forgotten, or the product is no longer sold. */
export async function writeStockNotice(shop: Shop, mail: OutboxRow): Promise<StockNoticeMail | undefined> {
  const notice = await findStockNotice(shop.db, mail.payload ?? '');
  const product = notice && (await findProductOnSale(shop.db, notice.productId));
  if (!product) return undefined;
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
