import { findAdminProduct } from '#db/queries/products/admin-products.ts';
import { settleAwaitedMajor } from '#db/queries/purchases/purchase-items.ts';
import { listAnnouncementsOfRelease } from '#db/queries/releases/announcements.ts';
import {
  deleteAwaitingFiles,
  deleteDraft,
  findRelease,
  hasUsableFile,
  insertRelease,
  listReleases,
  publishDraft,
  updateCurrentVersion,
  updateDraft,
  updateReleaseText,
  withdrawRelease as withdrawPublished,
} from '#db/queries/releases/releases.ts';
import type { Flag } from '#db/tables/columns.ts';
import type { ReleaseRow } from '#db/tables/releases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, toBeginAnew } from '#db/transactions.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import {
  type CreateRelease,
  type PublishRelease,
  RELEASE_TEXTS,
  type Release,
  type UpdateRelease,
  versionTaken,
  type WithdrawRelease,
} from '#src/wire/releases/releases.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { announceEvent } from '../hooks/announce-event.ts';
import { newId } from '../ids.ts';
import { conflict, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { announceRelease, endSending } from './announce-release.ts';
import { isPublished, showRelease, unknownRelease } from './show-releases.ts';
import { compareVersions, majorOf, newestFirst } from './versions.ts';

export async function createRelease(
  shop: Shop,
  actor: Actor,
  productId: string,
  { version, channel = 'stable', notes = '', isCritical = false }: CreateRelease,
): Promise<Release> {
  const release: ReleaseRow = {
    id: newId(),
    productId,
    version,
    channel,
    state: 'draft',
    notes,
    isCritical: flag(isCritical),
    createdAt: shop.clock.now().toISOString(),
    publishedAt: null,
    withdrawnAt: null,
    withdrawnReason: null,
  };
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'products', productId);
    if ((await findAdminProduct(tx, productId))?.kind !== 'plugin') throw unknownProduct();
    await refuseTaken(tx, productId, version);
    await insertRelease(tx, release);
    await recordRelease(tx, shop, actor, 'product.create_release', release);
  });
  return showRelease(shop, release.id);
}

export async function editRelease(
  shop: Shop,
  actor: Actor,
  id: string,
  { isCritical, ...typed }: UpdateRelease,
): Promise<Release> {
  const changes = { ...typed, ...(isCritical !== undefined && { isCritical: flag(isCritical) }) };
  await inTransaction(shop.db, async (tx) => {
    const before = await lockRelease(tx, id);
    const changed = Object.keys(changes).filter((name) => isChanged(before, changes, name));
    if (changed.length === 0) return;
    if (before.state === 'withdrawn') throw conflict('release_withdrawn', RELEASE_TEXTS.withdrawn);
    if (changed.includes('version') && changes.version !== undefined) {
      if (before.state === 'draft') await refuseTaken(tx, before.productId, changes.version, id);
    }
    if (before.state === 'published') {
      const { version: _, channel: __, ...text } = changes;
      if (changed.includes('version') || changed.includes('channel')) throw published();
      await updateReleaseText(tx, id, text);
    } else if (!(await updateDraft(tx, id, changes))) throw published();
    await recordRelease(tx, shop, actor, 'product.update_release', before);
  });
  return showRelease(shop, id);
}

export async function deleteRelease(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const release = await lockRelease(tx, id);
    if (!(await deleteDraft(tx, id))) throw published();
    await recordRelease(tx, shop, actor, 'product.delete_release', release);
    publishAfterCommit(tx, shop, UNUSED_FILES);
  });
}

/** Wakes the job that removes stored files without a row. */
export const UNUSED_FILES = 'unused sold files';

export async function publishRelease(
  shop: Shop,
  actor: Actor,
  id: string,
  { notify = false }: PublishRelease,
): Promise<Release> {
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    const draft = await findRelease(tx, id);
    // Whoever counts a download or gives a key has an item before its product.
    if (draft?.channel === 'stable') await settleMajor(tx, draft);
    const release = await lockRelease(tx, id);
    if (release.version !== draft?.version || release.channel !== draft.channel)
      throw toBeginAnew('a draft was edited');
    if (!(await hasUsableFile(tx, id))) throw conflict('no_files', RELEASE_TEXTS.noFiles);
    if (notify && release.notes.trim() === '') throw conflict('notes_missing', RELEASE_TEXTS.notesMissing);
    if (!(await publishDraft(tx, id, now))) throw published();
    if (notify) await announceRelease(tx, shop, release, now);
    await announceVersion(tx, shop, release);
    await keepCurrentVersion(tx, release.productId);
    await recordRelease(tx, shop, actor, 'product.publish_release', release);
  });
  return showRelease(shop, id);
}

async function announceVersion(tx: Queryable, shop: Shop, release: ReleaseRow): Promise<void> {
  const { id, productId, version, channel, isCritical, notes } = release;
  const productName = (await findAdminProduct(tx, productId))?.name ?? '';
  const data = { id, productId, productName, version, channel, isCritical: isCritical === 1, notes };
  await announceEvent(tx, shop, { type: 'release.published', subjectId: id, data });
}

/** An order that was written beside the publication of the first version did not see it, and keeps that one's number. */
async function settleMajor(tx: Queryable, { productId, version }: ReleaseRow): Promise<void> {
  const first = (await findAdminProduct(tx, productId))?.currentVersion ?? version;
  await settleAwaitedMajor(tx, productId, majorOf(first));
}

export async function withdrawRelease(
  shop: Shop,
  actor: Actor,
  id: string,
  { reason }: WithdrawRelease,
): Promise<Release> {
  const at = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    const release = await lockRelease(tx, id);
    if (!(await withdrawPublished(tx, id, { at, reason }))) {
      throw conflict('not_published', RELEASE_TEXTS.notPublished);
    }
    for (const { platform } of await listAnnouncementsOfRelease(tx, id)) {
      await endSending(tx, { releaseId: id, platform }, at);
    }
    await deleteAwaitingFiles(tx, id);
    await keepCurrentVersion(tx, release.productId);
    await recordRelease(tx, shop, actor, 'product.withdraw_release', release);
    publishAfterCommit(tx, shop, UNUSED_FILES);
  });
  return showRelease(shop, id);
}

/** Every change of a release or of its files takes its turn at the product. */
export async function lockRelease(tx: Queryable, id: string): Promise<ReleaseRow> {
  const found = await findRelease(tx, id);
  if (!found) throw unknownRelease();
  await lockRow(tx, 'products', found.productId);
  const release = await findRelease(tx, id);
  if (!release) throw unknownRelease();
  return release;
}

export function published() {
  return conflict('release_published', RELEASE_TEXTS.published);
}

/** The kept pages of the product may show each of these. */
export async function recordRelease(
  tx: Queryable,
  shop: Pick<Shop, 'clock' | 'events' | 'log'>,
  actor: Actor,
  action: ReleaseAction,
  { productId, version }: Pick<ReleaseRow, 'productId' | 'version'>,
): Promise<void> {
  await recordChange(tx, shop, actor, { action, entityId: productId, fields: [version] });
  publishAfterCommit(tx, shop, CATALOG_CHANGED);
}

type ReleaseAction = Extract<AuditAction, `product.${string}_${'release' | 'release_file' | 'announcement'}`>;

/** `2.1` and `2.1.0` are the same version. */
async function refuseTaken(tx: Queryable, productId: string, version: string, exceptId?: string): Promise<void> {
  const others = (await listReleases(tx, productId)).filter(({ id }) => id !== exceptId);
  const same = others.find((other) => compareVersions(other.version, version) === 0);
  if (same) throw conflict('version_taken', versionTaken(same.version));
}

async function keepCurrentVersion(tx: Queryable, productId: string): Promise<void> {
  const stable = (await listReleases(tx, productId)).filter(isPublished).filter(({ channel }) => channel === 'stable');
  await updateCurrentVersion(tx, productId, newestFirst(stable)[0]?.version ?? null);
}

function isChanged(before: ReleaseRow, changes: object, name: string): boolean {
  const [known, wanted]: Record<string, unknown>[] = [{ ...before }, { ...changes }];
  return wanted?.[name] !== undefined && known?.[name] !== wanted[name];
}

function flag(value: boolean): Flag {
  return value ? 1 : 0;
}
