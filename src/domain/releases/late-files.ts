import {
  findReleaseFile,
  listFilesOfRelease,
  publishLateFile,
  type ReleaseFileOfProduct,
} from '#db/queries/releases/releases.ts';
import type { Flag } from '#db/tables/columns.ts';
import type { ReleaseRow } from '#db/tables/releases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { PLATFORMS, type Platform } from '#src/wire/products/platforms.ts';
import { type PublishRelease, platformTaken, RELEASE_TEXTS, type Release } from '#src/wire/releases/releases.ts';
import type { Actor } from '../audit/audit.ts';
import { shareSystem } from '../products/platforms.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { announceRelease } from './announce-release.ts';
import { lockRelease, published, recordRelease } from './releases.ts';
import { showRelease } from './show-releases.ts';

type Taker = Pick<ReleaseRow, 'id' | 'state'>;

/**
 * Says whether a file that the release gets now waits for a publication of its own. What buyers got stays as it was: a
 * published version takes a file only for a system that has none, a withdrawn one takes none.
 */
export async function judgeFile(
  db: Queryable,
  { id, state }: Taker,
  file: { id?: string; platform: Platform },
): Promise<Flag> {
  if (state === 'draft') return 0;
  if (state === 'withdrawn') throw conflict('release_withdrawn', RELEASE_TEXTS.withdrawn);
  const others = (await listFilesOfRelease(db, id)).filter((other) => other.id !== file.id);
  const rival = others.find((other) => shareSystem(other.platform, file.platform));
  if (rival) throw conflict('platform_taken', platformTaken(rival.platform));
  return 1;
}

/** A file that may still change: of a draft, or one that waits for its own publication. */
export async function lockOpenFile(
  tx: Queryable,
  id: string,
): Promise<{ file: ReleaseFileOfProduct; release: ReleaseRow }> {
  const locked = await lockFile(tx, id);
  if (locked.release.state !== 'draft' && locked.file.awaitsPublication === 0) throw published();
  return locked;
}

async function lockFile(tx: Queryable, id: string): Promise<{ file: ReleaseFileOfProduct; release: ReleaseRow }> {
  const found = await findReleaseFile(tx, id);
  if (!found) throw unknownFile();
  const release = await lockRelease(tx, found.releaseId);
  const file = await findReleaseFile(tx, id);
  if (!file) throw unknownFile();
  return { file, release };
}

export async function publishReleaseFile(
  shop: Shop,
  actor: Actor,
  id: string,
  { notify = false }: PublishRelease,
): Promise<Release> {
  const now = shop.clock.now().toISOString();
  const releaseId = await inTransaction(shop.db, async (tx) => {
    const { file, release } = await lockFile(tx, id);
    if (release.state === 'draft') throw conflict('release_draft', RELEASE_TEXTS.publishWhole);
    if (file.damagedAt !== null) throw conflict('file_damaged', RELEASE_TEXTS.damaged);
    if (!(await publishLateFile(tx, id))) throw conflict('file_published', RELEASE_TEXTS.filePublished);
    if (notify) await announceRelease(tx, shop, release, now, file.platform);
    const named = { ...release, version: `${release.version} (${PLATFORMS[file.platform]})` };
    await recordRelease(tx, shop, actor, 'product.publish_release_file', named);
    return release.id;
  });
  return showRelease(shop, releaseId);
}

export function unknownFile() {
  return notFound(RELEASE_TEXTS.unknownFile);
}
