import { findAdminProduct } from '#db/queries/products/admin-products.ts';
import {
  deleteReleaseFile,
  listFilesToCheck,
  type ReleaseFileOfProduct,
  recordFileCheck,
  updateReleaseFile,
} from '#db/queries/releases/releases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { UPGRADE } from '#src/wire/audit/audit.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { ReleaseFile, UpdateReleaseFile } from '#src/wire/releases/releases.ts';
import type { Actor } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { announceEvent } from '../hooks/announce-event.ts';
import type { Shop } from '../shop.ts';
import { judgeFile, lockOpenFile, unknownFile } from './late-files.ts';
import { recordRelease, UNUSED_FILES } from './releases.ts';
import { showRelease } from './show-releases.ts';

export async function editReleaseFile(
  shop: Shop,
  actor: Actor,
  id: string,
  changes: UpdateReleaseFile,
): Promise<ReleaseFile> {
  const release = await inTransaction(shop.db, async (tx) => {
    const { file, release } = await lockOpenFile(tx, id);
    if (Object.keys(changes).length === 0) return release;
    if (changes.platform) await judgeFile(tx, release, { id, platform: changes.platform });
    await updateReleaseFile(tx, id, changes);
    await recordRelease(tx, shop, actor, 'product.update_release_file', file);
    return release;
  });
  const { files } = await showRelease(shop, release.id);
  return files.find((file) => file.id === id) ?? gone();
}

function gone(): never {
  throw unknownFile();
}

export async function removeReleaseFile(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const { file } = await lockOpenFile(tx, id);
    await deleteReleaseFile(tx, id);
    await recordRelease(tx, shop, actor, 'product.delete_release_file', file);
    publishAfterCommit(tx, shop, UNUSED_FILES);
  });
}

/** Compares sizes once a day, contents once a week. A file is hidden while it is not what it was. */
export async function checkSoldFiles(shop: Shop, stopping: AbortSignal): Promise<void> {
  const now = shop.clock.now();
  const contentBefore = new Date(now.getTime() - 7 * DAY_MS).toISOString();
  const sizeBefore = new Date(now.getTime() - DAY_MS).toISOString();
  for (const file of await listFilesToCheck(shop.db, { sizeBefore, contentBefore })) {
    if (stopping.aborted) return;
    const isContentDue = file.contentCheckedAt < contentBefore || file.damagedAt !== null;
    const isIntact = await isAsUploaded(shop, file, isContentDue);
    await recordCheck(shop, file, { isIntact, at: now.toISOString(), isContentDue });
  }
}

async function isAsUploaded(shop: Shop, file: ReleaseFileOfProduct, isContentDue: boolean): Promise<boolean> {
  const stored = await shop.soldFiles.find(file.storedAs);
  if (stored?.sizeBytes !== file.sizeBytes) return false;
  return !isContentDue || (await shop.soldFiles.hash(file.storedAs)) === file.sha256;
}

type Check = { isIntact: boolean; at: string; isContentDue: boolean };

async function recordCheck(shop: Shop, file: ReleaseFileOfProduct, check: Check): Promise<void> {
  const { isIntact, at, isContentDue } = check;
  const wasIntact = file.damagedAt === null;
  await inTransaction(shop.db, async (tx) => {
    await recordFileCheck(tx, file.id, {
      sizeCheckedAt: at,
      ...(isContentDue && { contentCheckedAt: at }),
      damagedAt: isIntact ? null : (file.damagedAt ?? at),
    });
    if (isIntact === wasIntact) return;
    const action = isIntact ? 'product.show_release_file' : 'product.hide_release_file';
    await recordRelease(tx, shop, { id: UPGRADE }, action, file);
    if (!isIntact) await announceDamage(tx, shop, file, at);
  });
  if (!isIntact && wasIntact)
    shop.log.error({ file: file.id }, 'a sold file is not what was uploaded, so it is hidden');
}

async function announceDamage(tx: Queryable, shop: Shop, file: ReleaseFileOfProduct, at: string): Promise<void> {
  const { id, fileName, productId, version } = file;
  const productName = (await findAdminProduct(tx, productId))?.name ?? '';
  const data = { id, fileName, productId, productName, version };
  await announceEvent(tx, shop, { type: 'file.damaged', subjectId: productId, which: `${id}:${at}`, data });
}
