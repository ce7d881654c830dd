import { countProductDownload, findProduct } from '#db/queries/products.ts';
import { countPurchaseDownload } from '#db/queries/purchases.ts';
import { readPaidPurchase } from './purchases.ts';
import { notFound } from './refusals.ts';
import type { Shop, StoredFile } from './shop.ts';
import { noteEvent } from './time-line.ts';

export type Download = { kind: 'file'; file: StoredFile } | { kind: 'address'; address: string };

/** The product of a paid purchase. `isCounted` is false for a HEAD and for the later parts of a resumed download. */
export async function takeDownload(shop: Shop, purchaseId: string, isCounted: boolean): Promise<Download> {
  const purchase = await readPaidPurchase(shop, purchaseId);
  const product = await findProduct(shop.db, purchase.productId);
  const download = await locate(shop, product?.downloadUrl ?? '');
  if (isCounted) await countDownload(shop, purchase.id, purchase.productId);
  return download;
}

async function locate(shop: Shop, address: string): Promise<Download> {
  if (address.startsWith('https://')) return { kind: 'address', address };
  const file = address ? await shop.files.find(address) : undefined;
  if (!file) throw notFound('O arquivo deste produto ainda não está disponível. Fale com o suporte.');
  return { kind: 'file', file };
}

async function countDownload(shop: Shop, purchaseId: string, productId: string): Promise<void> {
  await shop.db.transaction().execute(async (tx) => {
    await countPurchaseDownload(tx, purchaseId);
    await countProductDownload(tx, productId);
    await noteEvent(tx, shop, purchaseId, 'downloaded', 'buyer');
  });
  shop.events.publish('sales');
}
