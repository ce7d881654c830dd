import { countProductDownload } from '#db/queries/products.ts';
import { countItemDownload } from '#db/queries/purchase-items.ts';
import { countFileDownload, insertFileDownload } from '#db/queries/releases.ts';
import type { PurchaseItemRow, Queryable, ReleaseFileRow } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { RELEASE_TEXTS } from '#src/wire/releases.ts';
import { chooseFile, NO_FILE_YET } from './bought-files.ts';
import { findProductFile } from './product-files.ts';
import { recordEvent } from './purchase-events.ts';
import { findPaidItem } from './purchases.ts';
import { conflict, notFound, refusal } from './refusals.ts';
import type { RemoteFailure, RemoteFile, WantedFile } from './remote-files.ts';
import type { Shop, StoredFile } from './shop.ts';
import { isGivenUp } from './withdrawals.ts';

export type Download = { kind: 'file'; file: StoredFile } | { kind: 'remote'; file: RemoteFile };

/** `isFirst` is false for HEAD and for later parts of a resumed download; `fileId` names a file of a version. */
export type DownloadRequest = Omit<WantedFile, 'buyer'> & { isFirst: boolean; fileId: string | null };

export async function openDownload(shop: Shop, itemId: string, wanted: DownloadRequest): Promise<Download> {
  const item = await findPaidItem(shop, itemId);
  if (await isGivenUp(shop.db, item.purchaseId)) throw givenUp();
  const chosen = await chooseFile(shop, item, wanted.fileId);
  if (chosen) return openReleaseFile(shop, item, chosen, wanted);
  const found = await findProductFile(shop, item.productId);
  if (!found) throw notFound(NO_FILE_YET);
  if (found.kind === 'file') {
    if (wanted.isFirst) await countDownload(shop, item);
    return found;
  }
  return { kind: 'remote', file: await openRemoteFile(shop, item, found.url, wanted) };
}

/** The type is always the same, so that no browser runs what a file contains. */
async function openReleaseFile(
  shop: Shop,
  item: PurchaseItemRow,
  { id, storedAs, fileName, sizeBytes }: ReleaseFileRow,
  { isFirst }: DownloadRequest,
): Promise<Download> {
  const stored = await shop.soldFiles.find(storedAs);
  // The daily check tells the owner; a file that was cut must not be taken for the whole one.
  if (stored?.sizeBytes !== sizeBytes) throw notFound(RELEASE_TEXTS.unknownFile);
  if (isFirst) await countReleaseDownload(shop, item, id);
  return { kind: 'file', file: { ...stored, name: fileName } };
}

/** Once per item, file and hour, as downloaders begin again and again. */
async function countReleaseDownload(shop: Shop, item: PurchaseItemRow, fileId: string): Promise<void> {
  const hour = shop.clock.now().toISOString().slice(0, 13);
  const isCounted = await inTransaction(shop.db, async (tx) => {
    if (!(await insertFileDownload(tx, { itemId: item.id, fileId, hour }))) return false;
    await countFileDownload(tx, fileId);
    await recordDownload(tx, shop, item);
    return true;
  });
  if (isCounted) shop.events.publish('sales');
}

function givenUp() {
  return conflict('withdrawn', 'Você desistiu desta compra, e o download está suspenso.');
}

async function openRemoteFile(
  shop: Shop,
  item: PurchaseItemRow,
  url: string,
  { isFirst, range, conditions, signal }: DownloadRequest,
): Promise<RemoteFile> {
  const opening = await shop.remoteFiles.open(url, { range, conditions, signal, buyer: item.purchaseId });
  if (opening.outcome === 'failed') {
    shop.log.warn({ product: item.productId, reason: opening.reason }, 'a file outside the shop cannot be had');
    throw downloadFailed(opening.reason);
  }
  const { file } = opening;
  try {
    if (isFirst && (file.state === 'whole' || file.state === 'part')) await countDownload(shop, item);
  } catch (error) {
    file.close();
    throw error;
  }
  return file;
}

async function countDownload(shop: Shop, item: PurchaseItemRow): Promise<void> {
  await inTransaction(shop.db, (tx) => recordDownload(tx, shop, item));
  shop.events.publish('sales');
}

async function recordDownload(tx: Queryable, shop: Shop, item: PurchaseItemRow): Promise<void> {
  await countItemDownload(tx, item.id);
  await countProductDownload(tx, item.productId);
  await recordEvent(tx, shop, item.purchaseId, 'downloaded', 'buyer');
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
