import { countProductDownload } from '#db/queries/products.ts';
import { countPurchaseDownload } from '#db/queries/purchases.ts';
import { findProductFile, type ProductFile } from './product-files.ts';
import { readPaidPurchase } from './purchases.ts';
import { notFound } from './refusals.ts';
import type { Shop } from './shop.ts';
import { noteEvent } from './time-line.ts';

/** The product of a paid purchase. `isCounted` is false for a HEAD and for the later parts of a resumed download. */
export async function takeDownload(shop: Shop, purchaseId: string, isCounted: boolean): Promise<ProductFile> {
  const purchase = await readPaidPurchase(shop, purchaseId);
  const download = await findProductFile(shop, purchase.productId);
  if (!download) throw notFound('O arquivo deste produto ainda não está disponível. Fale com o suporte.');
  if (isCounted) await countDownload(shop, purchase.id, purchase.productId);
  return download;
}

async function countDownload(shop: Shop, purchaseId: string, productId: string): Promise<void> {
  await shop.db.transaction().execute(async (tx) => {
    await countPurchaseDownload(tx, purchaseId);
    await countProductDownload(tx, productId);
    await noteEvent(tx, shop, purchaseId, 'downloaded', 'buyer');
  });
  shop.events.publish('sales');
}
