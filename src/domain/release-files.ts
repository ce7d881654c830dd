import {
  deleteReleaseFile,
  findReleaseFile,
  listFilesToCheck,
  type ReleaseFileOfProduct,
  recordFileCheck,
  updateReleaseFile,
} from '#db/queries/releases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { UPGRADE } from '#src/wire/audit.ts';
import { DAY_MS } from '#src/wire/durations.ts';
import { RELEASE_TEXTS, type ReleaseFile, type UpdateReleaseFile } from '#src/wire/releases.ts';
import type { Actor } from './audit.ts';
import { notFound } from './refusals.ts';
import { lockRelease, published, recordRelease, toReleaseFileDto, UNUSED_FILES } from './releases.ts';
import type { Shop } from './shop.ts';

export async function editReleaseFile(
  shop: Shop,
  actor: Actor,
  id: string,
  changes: UpdateReleaseFile,
): Promise<ReleaseFile> {
  const file = await inTransaction(shop.db, async (tx) => {
    const before = await lockDraftFile(tx, id);
    if (Object.keys(changes).length === 0) return before;
    await updateReleaseFile(tx, id, changes);
    await recordRelease(tx, shop, actor, 'product.update_release_file', before);
    return { ...before, ...changes };
  });
  return toReleaseFileDto(file);
}

export async function removeReleaseFile(shop: Shop, actor: Actor, id: string): Promise<{ success: true }> {
  await inTransaction(shop.db, async (tx) => {
    const file = await lockDraftFile(tx, id);
    await deleteReleaseFile(tx, id);
    await recordRelease(tx, shop, actor, 'product.delete_release_file', file);
  });
  shop.events.publish(UNUSED_FILES);
  return { success: true };
}

async function lockDraftFile(tx: Queryable, id: string): Promise<ReleaseFileOfProduct> {
  const found = await findReleaseFile(tx, id);
  if (!found) throw unknownFile();
  const { state } = await lockRelease(tx, found.releaseId);
  if (state !== 'draft') throw published();
  const file = await findReleaseFile(tx, id);
  if (!file) throw unknownFile();
  return file;
}

export function unknownFile() {
  return notFound(RELEASE_TEXTS.unknownFile);
}

/** Sizes once a day, contents once a week. A file that differs is hidden, and shown again once it is what it was. */
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
  });
  if (!isIntact && wasIntact)
    shop.log.error({ file: file.id }, 'a sold file is not what was uploaded, so it is hidden');
}
