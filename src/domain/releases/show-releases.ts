import { findAdminProduct } from '#db/queries/products/admin-products.ts';
import { findProductOnSale } from '#db/queries/products/products.ts';
import { countAudience } from '#db/queries/releases/announcements.ts';
import { findRelease, listFilesOfProduct, listReleases } from '#db/queries/releases/releases.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { ReleaseFileRow, ReleaseRow } from '#db/tables/releases.ts';
import { renderMarkdown } from '#src/wire/basics/markdown.ts';
import type { ProductSystem } from '#src/wire/products/hosts.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import { type PublicRelease, RELEASE_TEXTS, type Release, type ReleaseFile } from '#src/wire/releases/releases.ts';
import { forecastEnd, readNoticePace } from '../mail/quota/notice-forecast.ts';
import { listAddable, listMissing, PLATFORM_ORDER } from '../products/platforms.ts';
import { notFound, unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { audienceOf, showAnnouncements } from './announce-release.ts';
import { newestFirst } from './versions.ts';

export async function listProductReleases(shop: Shop, productId: string): Promise<Release[]> {
  if (!(await findAdminProduct(shop.db, productId))) throw unknownProduct();
  return describeReleases(shop, productId);
}

export async function showRelease(shop: Shop, id: string): Promise<Release> {
  const found = await findRelease(shop.db, id);
  const [release] = found ? await describeReleases(shop, found.productId, id) : [];
  if (!release) throw unknownRelease();
  return release;
}

/** Shows all of a product, newest first, or the one. */
async function describeReleases(shop: Shop, productId: string, onlyId?: string): Promise<Release[]> {
  const { db, clock } = shop;
  const pace = await readNoticePace(shop);
  const [product, releases, files, notices] = await Promise.all([
    findAdminProduct(db, productId),
    listReleases(db, productId),
    listFilesOfProduct(db, productId),
    showAnnouncements(db, productId, pace),
  ]);
  const wanted = platformsOf(product, releases, files);
  const noticeOf = (id: string, platform: Platform | '') =>
    notices.find((notice) => notice.releaseId === id && notice.platform === platform)?.announcement ?? null;
  const describeFile = async (release: ReleaseRow, file: ReleaseFileRow): Promise<ReleaseFile> => {
    const { id, platform, label, fileName, sizeBytes, sha256, downloads, damagedAt } = file;
    const isAwaiting = file.awaitsPublication === 1;
    const audience = isAwaiting ? await countAudience(db, audienceOf(release, platform)) : 0;
    const noticeEndsAt = isAwaiting ? forecastEnd(pace, pace.waiting + audience) : null;
    const late = { isAwaiting, audience, noticeEndsAt, announcement: noticeOf(release.id, platform) };
    return { id, platform, label, fileName, sizeBytes, sha256, downloads, isDamaged: damagedAt !== null, ...late };
  };
  const describe = async (release: ReleaseRow): Promise<Release> => {
    const { productId: _, isCritical, ...shown } = release;
    const own = files.filter(({ releaseId }) => releaseId === release.id);
    const takes = release.state === 'published' ? own : null;
    // The audience of a draft is counted as if it were published now.
    const asPublished = { ...release, publishedAt: release.publishedAt ?? clock.now().toISOString() };
    const audience = await countAudience(db, audienceOf(asPublished));
    return {
      ...shown,
      isCritical: isCritical === 1,
      files: await Promise.all(own.map((file) => describeFile(release, file))),
      missing: takes ? listMissing(wanted, takes) : [],
      addable: takes ? listAddable(takes) : [],
      audience,
      noticeEndsAt: release.state === 'draft' ? forecastEnd(pace, pace.waiting + audience) : null,
      announcement: noticeOf(release.id, ''),
    };
  };
  return Promise.all(newestFirst(releases.filter(({ id }) => onlyId === undefined || id === onlyId)).map(describe));
}

/** Lists what the product's page names, and what its published versions have; a file for every system names none. */
function platformsOf(
  product: Pick<ProductRow, 'systems'> | undefined,
  releases: readonly ReleaseRow[],
  files: readonly ReleaseFileRow[],
): Platform[] {
  const named: ProductSystem[] = JSON.parse(product?.systems ?? '[]');
  const given = files.filter(({ releaseId }) => releases.some((each) => each.id === releaseId && isPublished(each)));
  return [...named, ...given.flatMap(({ platform }) => (platform === 'any' ? [] : platform))];
}

export async function listPublicReleases(shop: Shop, productId: string): Promise<PublicRelease[]> {
  if (!(await findProductOnSale(shop.db, productId))) throw unknownProduct();
  return listShownReleases(shop, productId);
}

/** Lists the versions of any product, on sale or not, since the owner's preview shows them too. */
export async function listShownReleases(shop: Shop, productId: string): Promise<PublicRelease[]> {
  const [releases, files] = await Promise.all([
    listReleases(shop.db, productId),
    listFilesOfProduct(shop.db, productId),
  ]);
  const stable = newestFirst(releases.filter(isPublished)).filter(({ channel }) => channel === 'stable');
  return Promise.all(
    stable.map(async ({ id, version, publishedAt, notes }) => {
      const own = files.filter(({ releaseId, awaitsPublication }) => releaseId === id && awaitsPublication === 0);
      const platforms = PLATFORM_ORDER.filter((platform) => own.some((file) => file.platform === platform));
      const given = own.filter(({ damagedAt }) => damagedAt === null);
      const shown = given.map(({ platform, label, sizeBytes }) => ({ platform, label, sizeBytes }));
      return { version, publishedAt, notesHtml: await renderMarkdown(notes), platforms, files: shown };
    }),
  );
}

export type PublishedRelease = ReleaseRow & { publishedAt: string };

export function isPublished(release: ReleaseRow): release is PublishedRelease {
  return release.state === 'published' && release.publishedAt !== null;
}

/** Withdrawn ones count, too. */
export function wasPublished(release: ReleaseRow): release is PublishedRelease {
  return release.publishedAt !== null;
}

export function unknownRelease() {
  return notFound(RELEASE_TEXTS.unknown);
}
