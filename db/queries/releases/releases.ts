import type { Insertable } from 'kysely';
import type { DamagedFile } from '#src/wire/reports/dashboard.ts';
import { deletesAny, findsAny, updatesAny } from '../../results.ts';
import type { ReleaseFileRow, ReleaseRow } from '../../tables/releases.ts';
import type { Queryable, Tables } from '../../tables.ts';

export function listReleases(db: Queryable, productId: string): Promise<ReleaseRow[]> {
  return db.selectFrom('releases').selectAll().where('productId', '=', productId).execute();
}

export function findRelease(db: Queryable, id: string): Promise<ReleaseRow | undefined> {
  return db.selectFrom('releases').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertRelease(db: Queryable, release: ReleaseRow): Promise<void> {
  await db.insertInto('releases').values(release).execute();
}

/** Returns false when it is no draft any more, and then nothing changed. */
export function updateDraft(
  db: Queryable,
  id: string,
  changes: Partial<Pick<ReleaseRow, 'version' | 'channel' | 'notes' | 'isCritical'>>,
): Promise<boolean> {
  return db.updateTable('releases').set(changes).where('id', '=', id).where('state', '=', 'draft').$call(updatesAny);
}

export async function updateReleaseText(
  db: Queryable,
  id: string,
  changes: Partial<Pick<ReleaseRow, 'notes' | 'isCritical'>>,
): Promise<void> {
  await db.updateTable('releases').set(changes).where('id', '=', id).execute();
}

export function publishDraft(db: Queryable, id: string, publishedAt: string): Promise<boolean> {
  return db
    .updateTable('releases')
    .set({ state: 'published', publishedAt })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .$call(updatesAny);
}

export function withdrawRelease(
  db: Queryable,
  id: string,
  { at, reason }: { at: string; reason: string },
): Promise<boolean> {
  return db
    .updateTable('releases')
    .set({ state: 'withdrawn', withdrawnAt: at, withdrawnReason: reason })
    .where('id', '=', id)
    .where('state', '=', 'published')
    .$call(updatesAny);
}

export function deleteDraft(db: Queryable, id: string): Promise<boolean> {
  return db.deleteFrom('releases').where('id', '=', id).where('state', '=', 'draft').$call(deletesAny);
}

export async function updateCurrentVersion(
  db: Queryable,
  productId: string,
  currentVersion: string | null,
): Promise<void> {
  await db.updateTable('products').set({ currentVersion }).where('id', '=', productId).execute();
}

export type ReleaseFileOfProduct = ReleaseFileRow & Pick<ReleaseRow, 'productId' | 'version' | 'state'>;

export function listFilesOfProduct(db: Queryable, productId: string): Promise<ReleaseFileRow[]> {
  return db
    .selectFrom('releaseFiles')
    .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
    .selectAll('releaseFiles')
    .where('releases.productId', '=', productId)
    .orderBy('releaseFiles.createdAt')
    .orderBy('releaseFiles.id')
    .execute();
}

export function listFilesOfRelease(db: Queryable, releaseId: string): Promise<ReleaseFileRow[]> {
  return db.selectFrom('releaseFiles').selectAll().where('releaseId', '=', releaseId).execute();
}

export function findReleaseFile(db: Queryable, id: string): Promise<ReleaseFileOfProduct | undefined> {
  return withRelease(db).where('releaseFiles.id', '=', id).executeTakeFirst();
}

export function hasUsableFile(db: Queryable, releaseId: string): Promise<boolean> {
  return db
    .selectFrom('releaseFiles')
    .where('releaseId', '=', releaseId)
    .where('damagedAt', 'is', null)
    .$call(findsAny);
}

/** Returns false where the release has a file of that name already. */
export async function insertReleaseFile(db: Queryable, file: Insertable<Tables['releaseFiles']>): Promise<boolean> {
  const inserted = await db
    .insertInto('releaseFiles')
    .values(file)
    .onConflict((conflict) => conflict.columns(['releaseId', 'fileName']).doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function findFileNamed(db: Queryable, releaseId: string, fileName: string) {
  return db
    .selectFrom('releaseFiles')
    .select('id')
    .where('releaseId', '=', releaseId)
    .where('fileName', '=', fileName)
    .executeTakeFirst();
}

export async function updateReleaseFile(
  db: Queryable,
  id: string,
  changes: Partial<Pick<ReleaseFileRow, 'platform' | 'label'>>,
): Promise<void> {
  await db.updateTable('releaseFiles').set(changes).where('id', '=', id).execute();
}

/** Returns false where it did not arrive after its version was published, or somebody published it first. */
export async function publishLateFile(db: Queryable, id: string): Promise<boolean> {
  return db
    .updateTable('releaseFiles')
    .set({ awaitsPublication: 0 })
    .where('id', '=', id)
    .where('awaitsPublication', '=', 1)
    .$call(updatesAny);
}

export async function deleteAwaitingFiles(db: Queryable, releaseId: string): Promise<void> {
  await db.deleteFrom('releaseFiles').where('releaseId', '=', releaseId).where('awaitsPublication', '=', 1).execute();
}

export async function deleteReleaseFile(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('releaseFiles').where('id', '=', id).execute();
}

export function listFilesToCheck(
  db: Queryable,
  { sizeBefore, contentBefore }: { sizeBefore: string; contentBefore: string },
): Promise<ReleaseFileOfProduct[]> {
  return withRelease(db)
    .where((row) =>
      row.or([
        row('sizeCheckedAt', '<', sizeBefore),
        row('contentCheckedAt', '<', contentBefore),
        row('damagedAt', 'is not', null),
      ]),
    )
    .orderBy('sizeCheckedAt')
    .execute();
}

export type SoldFileRow = ReleaseFileRow & Pick<ReleaseRow, 'version'> & { productName: string };

export function listAllReleaseFiles(db: Queryable): Promise<SoldFileRow[]> {
  return db
    .selectFrom('releaseFiles')
    .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
    .innerJoin('products', 'products.id', 'releases.productId')
    .selectAll('releaseFiles')
    .select(['releases.version', 'products.name as productName'])
    .orderBy('products.name')
    .orderBy('releaseFiles.createdAt')
    .execute();
}

export async function recordFileCheck(
  db: Queryable,
  id: string,
  checked: Partial<Pick<ReleaseFileRow, 'sizeCheckedAt' | 'contentCheckedAt' | 'damagedAt'>>,
): Promise<void> {
  await db.updateTable('releaseFiles').set(checked).where('id', '=', id).execute();
}

export function listDamagedFiles(db: Queryable): Promise<DamagedFile[]> {
  return db
    .selectFrom('releaseFiles')
    .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
    .innerJoin('products', 'products.id', 'releases.productId')
    .select(['releaseFiles.id', 'fileName', 'version', 'productId', 'products.name as productName'])
    .where('damagedAt', 'is not', null)
    .where('releases.state', '<>', 'withdrawn')
    .orderBy('damagedAt')
    .execute();
}

/** Returns false where this item's download of this file was counted in this hour already. */
export async function insertFileDownload(
  db: Queryable,
  download: { itemId: string; fileId: string; hour: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('fileDownloads')
    .values(download)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function countFileDownload(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('releaseFiles')
    .set((row) => ({ downloads: row('downloads', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export function listDownloadsOfItem(db: Queryable, itemId: string) {
  return db
    .selectFrom('fileDownloads')
    .innerJoin('releaseFiles', 'releaseFiles.id', 'fileDownloads.fileId')
    .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
    .select(['version', 'platform', 'hour'])
    .where('itemId', '=', itemId)
    .execute();
}

function withRelease(db: Queryable) {
  return db
    .selectFrom('releaseFiles')
    .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
    .selectAll('releaseFiles')
    .select(['releases.productId', 'releases.version', 'releases.state']);
}
