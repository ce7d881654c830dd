import { findProduct } from '#db/queries/products/products.ts';
import { listDownloadsOfItem, listFilesOfProduct, listReleases } from '#db/queries/releases/releases.ts';
import type { PurchaseItemRow } from '#db/tables/purchases.ts';
import type { ReleaseFileRow } from '#db/tables/releases.ts';
import { renderMarkdown } from '#src/wire/basics/markdown.ts';
import { type BoughtFile, type ItemFiles, type OlderVersion, RELEASE_TEXTS } from '#src/wire/releases/releases.ts';
import { isServed } from '../products/platforms.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { isPublished, type PublishedRelease, wasPublished } from './show-releases.ts';
import { covers, toUpdatesDto, type UpdateTerms } from './update-terms.ts';
import { compareVersions, newestFirst } from './versions.ts';

export type BoughtItem = UpdateTerms & Pick<PurchaseItemRow, 'id' | 'productId' | 'downloadCount' | 'awaitsMajor'>;

export type FilledRelease = { release: PublishedRelease; files: ReleaseFileRow[] };

/** Shows what a delivered item gives; `isDelivered` is false until the purchase is COMPLETED. */
export async function showItemFiles(
  shop: Pick<Shop, 'db'>,
  item: BoughtItem,
  isDelivered: boolean,
): Promise<ItemFiles> {
  const updates = toUpdatesDto(item);
  const given = isDelivered ? await listGiven(shop, item) : [];
  const [newest, ...older] = stable(given);
  const testVersions = given
    .filter((each) => isBetaAfter(each, newest))
    .map((each) => toOlderVersionDto(item.id, each));
  if (!newest) return { ...NOTHING, testVersions, updates };
  const { version, publishedAt, notes } = newest.release;
  return {
    version,
    publishedAt,
    notesHtml: notes.trim() === '' ? null : await renderMarkdown(notes),
    isUpdateAvailable: await isNews(shop, item, newest),
    files: newest.files.map((file) => toBoughtFileDto(file, downloadOf(item.id))),
    olderVersions: older.map((each) => toOlderVersionDto(item.id, each)),
    testVersions,
    updates,
  };
}

/** The newest that the item gives. */
export async function findVersionOf(shop: Pick<Shop, 'db'>, item: BoughtItem): Promise<string | null> {
  return stable(await listGiven(shop, item))[0]?.release.version ?? null;
}

const NOTHING = {
  version: null,
  publishedAt: null,
  notesHtml: null,
  isUpdateAvailable: false,
  files: [],
  olderVersions: [],
  testVersions: [],
};

/** Returns null where the product's own address counts. Betas are given by the id of their file alone. */
export async function chooseFile(
  shop: Pick<Shop, 'db'>,
  item: BoughtItem,
  fileId: string | null,
): Promise<ReleaseFileRow | null> {
  const given = await listGiven(shop, item);
  if (fileId !== null) return findFile(given, fileId) ?? refuseFile(shop, item, fileId);
  const [newest] = stable(given);
  const [only, ...others] = newest?.files ?? [];
  if (others.length > 0) throw conflict('choose_file', RELEASE_TEXTS.chooseFile);
  return only ?? null;
}

async function refuseFile(shop: Pick<Shop, 'db'>, { productId }: BoughtItem, fileId: string): Promise<never> {
  if (!findFile(await listPublished(shop, productId), fileId)) throw notFound(RELEASE_TEXTS.unknownFile);
  throw refusal('forbidden', 'not_covered', RELEASE_TEXTS.notCovered);
}

function findFile(releases: readonly FilledRelease[], fileId: string): ReleaseFileRow | undefined {
  return releases.flatMap(({ files }) => files).find(({ id }) => id === fileId);
}

export const NO_FILE_YET = 'O arquivo deste produto ainda não está disponível. Fale com o suporte.';

/**
 * Lists the published versions that the item covers. What was sold stays served: where none is stable and the product
 * has no file of its own, the newest that it covered comes too, though withdrawn.
 */
async function listGiven(shop: Pick<Shop, 'db'>, item: BoughtItem): Promise<FilledRelease[]> {
  const covered = (await listFilled(shop, item.productId)).filter(({ release }) => covers(item, release));
  const given = covered.filter(({ release }) => isPublished(release));
  if (stable(given).length > 0) return given;
  const hasOwnFile = ((await findProduct(shop.db, item.productId))?.downloadUrl ?? '') !== '';
  return hasOwnFile ? given : [...stable(covered).slice(0, 1), ...given];
}

export async function listPublished(shop: Pick<Shop, 'db'>, productId: string): Promise<FilledRelease[]> {
  return (await listFilled(shop, productId)).filter(({ release }) => isPublished(release));
}

/** The newest comes first; drafts are left out, files that nobody gets, and releases that have no other. */
async function listFilled(shop: Pick<Shop, 'db'>, productId: string): Promise<FilledRelease[]> {
  const [releases, files] = await Promise.all([
    listReleases(shop.db, productId),
    listFilesOfProduct(shop.db, productId),
  ]);
  return newestFirst(releases.filter(wasPublished))
    .map((release) => ({ release, files: files.filter((file) => file.releaseId === release.id && isGiven(file)) }))
    .filter((filled) => filled.files.length > 0);
}

function isGiven({ damagedAt, awaitsPublication }: ReleaseFileRow): boolean {
  return damagedAt === null && awaitsPublication === 0;
}

function stable(releases: FilledRelease[]): FilledRelease[] {
  return releases.filter(({ release }) => release.channel === 'stable');
}

function isBetaAfter({ release }: FilledRelease, newest: FilledRelease | undefined): boolean {
  if (release.channel !== 'beta') return false;
  return !newest || compareVersions(release.version, newest.release.version) > 0;
}

/**
 * A version is news where it is later than what was downloaded last, and has a file for that system. A download before
 * the product had versions counts as older than all of them.
 */
async function isNews(shop: Pick<Shop, 'db'>, item: BoughtItem, { release, files }: FilledRelease): Promise<boolean> {
  const downloads = await listDownloadsOfItem(shop.db, item.id);
  const lastHour = downloads.reduce((last, { hour }) => (hour > last ? hour : last), '');
  const lastOnes = downloads.filter(({ hour }) => hour === lastHour);
  const [newest] = newestFirst(lastOnes);
  if (!newest) return item.downloadCount > 0;
  const isUsable = lastOnes.some(({ platform }) => platform === 'any' || isServed(platform, files));
  return isUsable && compareVersions(release.version, newest.version) > 0;
}

function toOlderVersionDto(itemId: string, { release, files }: FilledRelease): OlderVersion {
  const { version, publishedAt } = release;
  return { version, publishedAt, files: files.map((file) => toBoughtFileDto(file, downloadOf(itemId))) };
}

function downloadOf(itemId: string): string {
  return `/api/payments/download/${itemId}`;
}

export function toBoughtFileDto(file: ReleaseFileRow, address: string): BoughtFile {
  const { id, platform, label, fileName, sizeBytes, sha256 } = file;
  const url = `${address}?arquivo=${id}`;
  return { id, platform, label, fileName, sizeBytes, sha256, url };
}
