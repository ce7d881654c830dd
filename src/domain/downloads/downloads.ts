import { countProductDownload } from '#db/queries/products/products.ts';
import { countItemDownload, takeDownloadHour } from '#db/queries/purchases/purchase-items.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { countFileDownload, insertFileDownload } from '#db/queries/releases/releases.ts';
import type { PurchaseItemRow } from '#db/tables/purchases.ts';
import type { ReleaseFileRow } from '#db/tables/releases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { DOWNLOAD_NOTICES } from '#src/wire/downloads/download-notices.ts';
import { RELEASE_TEXTS } from '#src/wire/releases/releases.ts';
import type { RemoteFailure, RemoteFile, WantedFile } from '../files/remote-files.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { findPaidItem } from '../purchases/purchases.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import { chooseFile, NO_FILE_YET } from '../releases/bought-files.ts';
import { planReviewNotice } from '../reviews/review-notices.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { isGivenUp } from '../withdrawals/withdrawals.ts';
import { findProductFile } from './product-files.ts';

const RENEWAL_HAS_NO_FILE =
  'A renovação não tem arquivo: as versões novas ficam na compra do plugin, em Minhas compras.';

export type Download = { kind: 'file'; file: StoredFile } | { kind: 'remote'; file: RemoteFile };

/** `isHead` asks for no bytes; `fileId` names a file of a version. */
export type DownloadRequest = Omit<WantedFile, 'buyer'> & {
  isHead: boolean;
  fileId: string | null;
  hasPartOf(file: StoredFile): boolean;
};

export async function openDownload(shop: Shop, itemId: string, wanted: DownloadRequest): Promise<Download> {
  const item = await findPaidItem(shop, itemId);
  if (item.renewsItemId) throw notFound(RENEWAL_HAS_NO_FILE);
  if (await isGivenUp(shop.db, item.purchaseId)) throw givenUp();
  // The download of a disputed purchase pauses, as its key does.
  if ((await findPurchase(shop.db, item.purchaseId))?.review === 'dispute') throw disputed();
  const chosen = await chooseFile(shop, item, wanted.fileId);
  if (chosen) return openReleaseFile(shop, item, chosen, wanted);
  const found = await findProductFile(shop, item.productId);
  if (!found) throw notFound(NO_FILE_YET);
  if (found.kind === 'file') {
    if (isGiven(found.file, wanted)) await countProductFile(shop, item);
    return found;
  }
  return { kind: 'remote', file: await openRemoteFile(shop, item, found.url, wanted) };
}

/** The newest version's files are `files`; a trial counts as no download. A file at another address is not lent. */
export async function openTriedFile(
  shop: Shop,
  productId: string,
  files: readonly ReleaseFileRow[],
  { fileId }: DownloadRequest,
): Promise<Download> {
  const file = fileId === null && files.length === 1 ? files[0] : files.find(({ id }) => id === fileId);
  if (file) return { kind: 'file', file: await findReleaseFile(shop, file) };
  const found = files.length === 0 && fileId === null ? await findProductFile(shop, productId) : undefined;
  if (found?.kind !== 'file') throw notFound(files.length === 0 ? NO_FILE_YET : RELEASE_TEXTS.unknownFile);
  return found;
}

/** The type is always the same, so that no browser runs what a file contains. */
async function openReleaseFile(
  shop: Shop,
  item: PurchaseItemRow,
  chosen: ReleaseFileRow,
  wanted: DownloadRequest,
): Promise<Download> {
  const file = await findReleaseFile(shop, chosen);
  if (isGiven(file, wanted)) await countReleaseFile(shop, item, chosen.id);
  return { kind: 'file', file };
}

async function findReleaseFile(
  shop: Shop,
  { storedAs, fileName, sizeBytes, sha256 }: ReleaseFileRow,
): Promise<StoredFile> {
  const stored = await shop.soldFiles.find(storedAs);
  // The daily check tells the owner; a file that was cut must not be taken for the whole one.
  if (stored?.sizeBytes !== sizeBytes) throw notFound(RELEASE_TEXTS.unknownFile);
  return { ...stored, name: fileName, sha256 };
}

/** Any part counts: who asks for all but the first byte has the file, too. */
function isGiven(file: StoredFile, { isHead, hasPartOf }: DownloadRequest): boolean {
  return !isHead && hasPartOf(file);
}

function countReleaseFile(shop: Shop, item: PurchaseItemRow, fileId: string): Promise<void> {
  return countHourly(shop, item, async (tx, hour) => {
    const isNew = await insertFileDownload(tx, { itemId: item.id, fileId, hour });
    if (isNew) await countFileDownload(tx, fileId);
    return isNew;
  });
}

function countProductFile(shop: Shop, item: PurchaseItemRow): Promise<void> {
  return countHourly(shop, item, (tx, hour) => takeDownloadHour(tx, item.id, hour));
}

/** Counts once per item, file and hour, because downloaders ask for many parts and begin again and again. */
async function countHourly(
  shop: Shop,
  item: PurchaseItemRow,
  take: (tx: Queryable, hour: string) => Promise<boolean>,
): Promise<void> {
  const hour = shop.clock.now().toISOString().slice(0, 13);
  await inTransaction(shop.db, async (tx) => {
    if (!(await take(tx, hour))) return;
    await countItemDownload(tx, item.id);
    await planReviewNotice(tx, shop, item);
    await countProductDownload(tx, item.productId);
    await recordEvent(tx, shop, item.purchaseId, 'downloaded', 'buyer');
  });
}

function givenUp() {
  return conflict('withdrawn', DOWNLOAD_NOTICES['download-desistencia']);
}

function disputed() {
  return conflict('disputed', DOWNLOAD_NOTICES['download-em-analise']);
}

async function openRemoteFile(
  shop: Shop,
  item: PurchaseItemRow,
  url: string,
  { isHead, range, conditions, signal }: DownloadRequest,
): Promise<RemoteFile> {
  const opening = await shop.remoteFiles.open(url, { range, conditions, signal, buyer: item.purchaseId });
  if (opening.outcome === 'failed') {
    shop.log.warn({ product: item.productId, reason: opening.reason }, 'a file outside the shop cannot be had');
    throw downloadFailed(opening.reason);
  }
  const { file } = opening;
  try {
    if (!isHead && (file.state === 'whole' || file.state === 'part')) await countProductFile(shop, item);
  } catch (error) {
    file.close();
    throw error;
  }
  return file;
}

function downloadFailed(reason: RemoteFailure) {
  if (reason === 'busy') {
    return refusal('too_many', 'too_many_downloads', DOWNLOAD_NOTICES['downloads-demais'], { retryAfterSeconds: 30 });
  }
  if (reason === 'slow') return refusal('source_late', 'file_late', DOWNLOAD_NOTICES['arquivo-demorou']);
  return refusal('source_failed', 'file_unavailable', DOWNLOAD_NOTICES['arquivo-indisponivel']);
}
