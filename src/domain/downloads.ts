import { countProductDownload } from '#db/queries/products.ts';
import { countPurchaseDownload } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { findProductFile } from './product-files.ts';
import { recordEvent } from './purchase-events.ts';
import { readPaidPurchase } from './purchases.ts';
import { notFound, refusal } from './refusals.ts';
import type { RemoteFailure, RemoteFile, WantedFile } from './remote-files.ts';
import type { Shop, StoredFile } from './shop.ts';

export type Download = { kind: 'file'; file: StoredFile } | { kind: 'remote'; file: RemoteFile };

/** `isFirst` is false for HEAD and for later parts of a resumed download. */
export type DownloadRequest = Omit<WantedFile, 'buyer'> & { isFirst: boolean };

export async function openDownload(shop: Shop, purchaseId: string, wanted: DownloadRequest): Promise<Download> {
  const purchase = await readPaidPurchase(shop, purchaseId);
  const found = await findProductFile(shop, purchase.productId);
  if (!found) throw notFound('O arquivo deste produto ainda não está disponível. Fale com o suporte.');
  if (found.kind === 'file') {
    if (wanted.isFirst) await countDownload(shop, purchase);
    return found;
  }
  return { kind: 'remote', file: await openRemoteFile(shop, purchase, found.url, wanted) };
}

async function openRemoteFile(
  shop: Shop,
  purchase: PurchaseRow,
  url: string,
  { isFirst, ...wanted }: DownloadRequest,
): Promise<RemoteFile> {
  const opening = await shop.remoteFiles.open(url, { ...wanted, buyer: purchase.id });
  if (opening.outcome === 'failed') {
    shop.log.warn({ product: purchase.productId, reason: opening.reason }, 'a file outside the shop cannot be had');
    throw downloadFailed(opening.reason);
  }
  const { file } = opening;
  try {
    if (isFirst && (file.state === 'whole' || file.state === 'part')) await countDownload(shop, purchase);
  } catch (error) {
    file.close();
    throw error;
  }
  return file;
}

async function countDownload(shop: Shop, { id, productId }: PurchaseRow): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await countPurchaseDownload(tx, id);
    await countProductDownload(tx, productId);
    await recordEvent(tx, shop, id, 'downloaded', 'buyer');
  });
  shop.events.publish('sales');
}

function downloadFailed(reason: RemoteFailure) {
  if (reason === 'busy') {
    const sentence = 'Há muitos downloads ao mesmo tempo. Espere um deles terminar e tente de novo.';
    return refusal('too_many', 'too_many_downloads', sentence, { retryAfterSeconds: 30 });
  }
  if (reason === 'slow') return refusal('source_late', 'file_late', `O arquivo demorou para responder. ${ADVICE}`);
  return refusal('source_failed', 'file_unavailable', `O arquivo não pôde ser buscado agora. ${ADVICE}`);
}

const ADVICE = 'Sua compra está guardada: tente de novo em alguns minutos e, se continuar assim, fale com o suporte.';
