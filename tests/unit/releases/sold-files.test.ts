import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#src/config.ts';
import type { Appended, Draft, SoldFileStore } from '#src/domain/files/sold-files.ts';
import { PART_BYTES } from '#src/gateways/files/bucket/bucket-writer.ts';
import { openSoldFilesInBucket } from '#src/gateways/files/bucket/sold-files-in-bucket.ts';
import { openSoldFiles } from '#src/gateways/files/sold-files.ts';
import { type BucketServer, openBucketServer, PREFIX } from '../../support/bucket/bucket-server.ts';

const KB = 1024;
const NAME = '00112233445566778899aabbccddeeff';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function* pieces(bytes: Buffer, breaksAfter = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * KB) {
    if (at >= breaksAfter) throw new Error('The line broke.');
    yield bytes.subarray(at, at + 64 * KB);
  }
}

function kept(appended: Appended): Extract<Appended, { outcome: 'kept' }> {
  if (appended.outcome !== 'kept') throw new Error(`Nothing was kept: ${appended.outcome}.`);
  return appended;
}

function advance(draft: Draft, appended: Appended): Draft {
  const { offsetBytes, storeState } = kept(appended);
  return { ...draft, offsetBytes, storeState };
}

async function contentOf(store: SoldFileStore): Promise<Buffer> {
  const file = await store.find(NAME);
  if (!file) throw new Error('There is no such file.');
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await file.read(0, file.sizeBytes - 1)).chunks) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a folder', () => {
  let filesDir: string;
  beforeEach(async () => {
    filesDir = await mkdtemp(join(tmpdir(), 'sold-'));
  });
  afterEach(() => rm(filesDir, { recursive: true, force: true }));

  test('keeps what came before the line broke, and another process goes on', async () => {
    const bytes = randomBytes(900 * KB);
    const draft: Draft = { name: NAME, sizeBytes: bytes.length, offsetBytes: 0, storeState: '' };
    const broken = await openSoldFiles({ filesDir }).append(draft, pieces(bytes, 300 * KB));
    expect(kept(broken).brokenBy?.message).toBe('The line broke.');
    expect(kept(broken).offsetBytes).toBe(320 * KB);

    const other = openSoldFiles({ filesDir });
    const half = advance(draft, broken);
    // Written, but never told to the database.
    await other.append(half, pieces(randomBytes(100 * KB)));
    const whole = advance(half, await other.append(half, pieces(bytes.subarray(half.offsetBytes))));
    expect(await other.find(NAME)).toBeUndefined();
    expect(await other.complete(whole)).toEqual({ outcome: 'whole', sha256: sha256(bytes) });
    expect(await other.complete(whole)).toEqual({ outcome: 'whole', sha256: sha256(bytes) });
    expect((await contentOf(other)).equals(bytes)).toBe(true);
    expect(await readdir(filesDir)).toEqual([NAME]);
    expect((await stat(join(filesDir, NAME))).mode & 0o777).toBe(0o600);
  });

  test('says when the draft is gone, or its bytes are not those that arrived', async () => {
    const bytes = randomBytes(100 * KB);
    const store = openSoldFiles({ filesDir });
    const draft: Draft = { name: NAME, sizeBytes: bytes.length, offsetBytes: 0, storeState: '' };
    const whole = advance(draft, await store.append(draft, pieces(bytes)));
    await truncate(join(filesDir, `.transfer-${NAME}`), 0);
    expect(await store.complete(whole)).toEqual({ outcome: 'lost' });
    expect(await store.append(whole, pieces(bytes))).toEqual({ outcome: 'lost' });
    await truncate(join(filesDir, `.transfer-${NAME}`), bytes.length);
    expect(await store.complete(whole)).toEqual({ outcome: 'other' });
    await store.abandon(whole);
    expect(await readdir(filesDir)).toEqual([]);
  });
});

describe('a bucket', () => {
  let server: BucketServer;
  let store: SoldFileStore;
  let elsewhere: SoldFileStore;

  beforeEach(async () => {
    server = await openBucketServer();
    [store, elsewhere] = [openStore(), openStore()];
  });
  afterEach(async () => {
    await store.close();
    await elsewhere.close();
    await server.close();
  });

  function openStore(): SoldFileStore {
    const { bucket } = readSettings(server.settings);
    if (!bucket) throw new Error('The settings name no bucket.');
    const patience = { tryMs: 5_000, deadlineMs: 20_000 };
    return openSoldFilesInBucket(bucket, { connectMs: 5_000, idleMs: 5_000, usual: patience, sending: patience });
  }

  test('keeps whole parts, and another process goes on with the next', async () => {
    const bytes = randomBytes(2 * PART_BYTES + 700 * KB);
    const draft: Draft = { name: NAME, sizeBytes: bytes.length, offsetBytes: 0, storeState: '' };
    const broken = await store.append(draft, pieces(bytes, PART_BYTES + 300 * KB));
    expect(kept(broken)).toMatchObject({ offsetBytes: PART_BYTES, brokenBy: { message: 'The line broke.' } });
    const half = advance(draft, broken);
    server.next('part', { kind: 'error', status: 503, code: 'SlowDown' }, { kind: 'cut', afterBytes: 10 });
    const whole = advance(half, await elsewhere.append(half, pieces(bytes.subarray(PART_BYTES))));
    expect(await elsewhere.find(NAME)).toBeUndefined();
    server.next('complete', { kind: 'error', status: 500, code: 'InternalError', isDone: true });
    expect(await store.complete(whole)).toEqual({ outcome: 'whole', sha256: sha256(bytes) });
    expect(await elsewhere.complete(whole)).toEqual({ outcome: 'whole', sha256: sha256(bytes) });
    expect((await contentOf(elsewhere)).equals(bytes)).toBe(true);
    expect([...server.objects.keys()]).toEqual([`${PREFIX}.sold/${NAME}`]);
    expect(server.uploads.size).toBe(0);
  });

  test('tells the parts that came through when it fails, and what it cannot keep', async () => {
    const bytes = randomBytes(2 * PART_BYTES);
    const draft: Draft = { name: NAME, sizeBytes: 4 * PART_BYTES, offsetBytes: 0, storeState: '' };
    expect(await store.append(draft, pieces(bytes.subarray(0, PART_BYTES / 2)))).toEqual({ outcome: 'too_small' });
    server.next('part', { kind: 'slow', ms: 1 }, { kind: 'error', status: 403, code: 'AccessDenied' });
    const appended = kept(await store.append(draft, pieces(bytes)));
    expect(appended).toMatchObject({ offsetBytes: PART_BYTES, brokenBy: { code: 'FILES_AccessDenied' } });
    const half = { ...draft, offsetBytes: appended.offsetBytes, storeState: appended.storeState };
    await store.abandon(half);
    expect(await elsewhere.append(half, pieces(bytes))).toEqual({ outcome: 'lost' });
    expect(await elsewhere.complete(half)).toEqual({ outcome: 'lost' });
  });
});
