import { createHash } from 'node:crypto';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { ReleaseFileRow, ReleaseRow } from '../../tables/releases.ts';
import type { Database, Queryable } from '../../tables.ts';
import { newRowId } from '../random.ts';
import { demoProducts } from './catalog.ts';
import { fileNameOf, packRelease } from './demo-files.ts';
import { type DemoRelease, demoReleases } from './demo-releases.ts';

export type SoldFiles = { put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> };

export type PreparedReleases = { releases: ReleaseRow[]; files: ReleaseFileRow[] };

/** Begins with what removes the files again where the start ends before the database names them. */
export async function prepareReleases(db: Database, soldFiles: SoldFiles, now: Date): Promise<PreparedReleases> {
  const prepared = demoReleases.map((demo) => prepareRelease(demo, now));
  const files = prepared.flatMap(({ packed }) => packed);
  await db
    .insertInto('fileTransfers')
    .values(files.map(({ row }) => transferOf(row)))
    .execute();
  await Promise.all(files.map(({ row, bytes }) => soldFiles.put(row.storedAs, inOnePiece(bytes))));
  return { releases: prepared.map(({ release }) => release), files: files.map(({ row }) => row) };
}

function transferOf({ releaseId, platform, label, fileName, sizeBytes, storedAs, createdAt }: ReleaseFileRow) {
  const told = { releaseId, actorId: 'demo', platform, label, fileName, sizeBytes, storedAs };
  const progress = { offsetBytes: sizeBytes, storeState: '', createdAt, updatedAt: createdAt, finishedAt: createdAt };
  return { id: newRowId(), ...told, ...progress, leasedBy: null, leasedUntil: null };
}

export async function insertReleases(tx: Queryable, { releases, files }: PreparedReleases): Promise<void> {
  await tx.insertInto('releases').values(releases).execute();
  await tx.insertInto('releaseFiles').values(files).execute();
  // The last stable one of each product in the list is its newest.
  for (const { productId, version, channel } of demoReleases) {
    if (channel !== 'stable') continue;
    await tx.updateTable('products').set({ currentVersion: version }).where('id', '=', productId).execute();
  }
}

function prepareRelease(demo: DemoRelease, now: Date) {
  const publishedAt = new Date(now.getTime() - demo.publishedDaysAgo * DAY_MS).toISOString();
  const { productId, version, channel, notes } = demo;
  const product = demoProducts.find(({ id }) => id === productId);
  if (!product) throw new Error(`The demo has no product ${productId}.`);
  const release: ReleaseRow = {
    id: newRowId(),
    productId,
    version,
    channel,
    state: 'published',
    notes,
    isCritical: demo.isCritical ? 1 : 0,
    createdAt: publishedAt,
    publishedAt,
    withdrawnAt: null,
    withdrawnReason: null,
  };
  const packed = demo.files.map(({ platform, label }) => {
    const bytes = packRelease(product, demo, platform);
    const row: ReleaseFileRow = {
      id: newRowId(),
      releaseId: release.id,
      platform,
      label,
      fileName: fileNameOf(demo, platform),
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      storedAs: newRowId(),
      downloads: 0,
      createdAt: publishedAt,
      sizeCheckedAt: now.toISOString(),
      contentCheckedAt: now.toISOString(),
      damagedAt: null,
      awaitsPublication: 0,
    };
    return { row, bytes };
  });
  return { release, packed };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
