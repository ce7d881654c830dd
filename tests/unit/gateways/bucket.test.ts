import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BucketSettings, readSettings } from '#src/config.ts';
import type { StoredFile } from '#src/domain/files/stored-file.ts';
import { type Bucket, openBucket } from '#src/gateways/files/bucket/bucket.ts';
import type { BucketTimeouts } from '#src/gateways/files/bucket/bucket-calls.ts';
import { PART_BYTES } from '#src/gateways/files/bucket/bucket-writer.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { FILES, withTail } from '../../support/browser/upload-files.ts';
import { type BucketServer, openBucketServer, PREFIX } from '../../support/bucket/bucket-server.ts';

const patiently = (tryMs: number, deadlineMs: number): BucketTimeouts => {
  const patience = { tryMs, deadlineMs };
  return { connectMs: tryMs, idleMs: tryMs, usual: patience, sending: patience };
};
/** Longer than a busy machine takes for what succeeds. */
const USUAL = patiently(5_000, 20_000);
/** These calls never succeed. */
const SHORT = patiently(200, 800);
const MB = 1024 * 1024;

let server: BucketServer;
let bucket: Bucket;

beforeEach(async () => {
  server = await openBucketServer();
  bucket = openBucket(settingsWith());
});
afterEach(async () => {
  await bucket.close();
  await server.close();
});

describe('a file of the bucket', () => {
  test('is found with its name, size and type, also with accents, spaces and signs in its key', async () => {
    const names = ['grade.zip', 'pacotes/correção de cor.zip', "50% + (1) & 'x' = 2!*.pdf", '%2e%2e'];
    for (const name of names) server.add(name, Buffer.from(`PK ${name}`));
    for (const name of names) {
      const file = await bucket.find(`/uploads/${name.split('/').map(encodeURIComponent).join('/')}`);
      expect(file).toMatchObject({ name: name.split('/').at(-1), sizeBytes: Buffer.byteLength(`PK ${name}`) });
      expect(file?.modifiedAt.getTime()).toBeGreaterThan(0);
      expect((await contentOf(file)).toString()).toBe(`PK ${name}`);
    }
    expect((await bucket.find('/uploads/grade.zip'))?.type).toBe('application/zip');
  });

  test.each([
    ['that leads elsewhere', '/uploads/../grade.zip'],
    ['that is hidden', '/uploads/.hidden'],
    ['of the folder', '/uploads/'],
    ['that is no upload’s', 'grade.zip'],
    ['that is too long', `/uploads/${'a'.repeat(5_000)}`],
  ])('is not looked for at an address %s', async (_which, address) => {
    expect(await bucket.find(address)).toBeUndefined();
    expect(server.asked).toEqual([]);
  });

  test('is undefined when there is none', async () => {
    expect(await bucket.find('/uploads/missing.zip')).toBeUndefined();
  });

  test('is read in parts, and on from where a connection broke off', async () => {
    const bytes = randomBytes(3 * MB);
    server.add('grade.zip', bytes);
    const file = await bucket.find('/uploads/grade.zip');
    expect((await contentOf(file, 10, 19)).equals(bytes.subarray(10, 20))).toBe(true);

    server.next('get', { kind: 'cut', afterBytes: 400_000 }, { kind: 'cut', afterBytes: 1_000_000 });
    expect((await contentOf(file)).equals(bytes)).toBe(true);
    expect(server.asked.filter(({ act }) => act === 'get')).toHaveLength(4);
  });

  test('ends with an error, never early, when the store stays away or has another version', async () => {
    server.add('grade.zip', randomBytes(2 * MB));
    const file = await bucket.find('/uploads/grade.zip');
    server.next('get', { kind: 'cut', afterBytes: 100_000 });
    const reading = await file?.read(0, 2 * MB - 1);
    server.always('get', { kind: 'error', status: 503, code: 'SlowDown' });
    await expect(collect(reading?.chunks)).rejects.toMatchObject({ code: 'FILES_SlowDown' });

    server.heal();
    server.add('grade.zip', randomBytes(2 * MB));
    await expect(file?.read(0, 9)).rejects.toMatchObject({ code: 'FILES_PreconditionFailed' });
  });

  test('is fetched by a link of its own only while it is valid, and only as it was signed', async () => {
    server.add('grade.zip', Buffer.from('PK'));
    expect((await bucket.find('/uploads/grade.zip'))?.link).toBeUndefined();
    const linked = openBucket(settingsWith({ FILES_DELIVERY: 'redirect' }));
    const name = `attachment; filename="Correcao (1).zip"; filename*=UTF-8''Corre%C3%A7%C3%A3o%20%281%29.zip`;
    const link = (await (await linked.find('/uploads/grade.zip'))?.link?.(60, name)) ?? '';
    await linked.close();

    const whole = await fetch(link);
    expect([whole.status, await whole.text(), whole.headers.get('content-disposition')]).toEqual([200, 'PK', name]);
    expect((await fetch(link, { headers: { range: 'bytes=1-1' } })).status).toBe(206);
    expect(await statusOf(link, { method: 'HEAD' })).toBe(403);
    expect(await statusOf(link.replace('grade', 'outro'))).toBe(403);
    expect(await statusOf(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).toBe(403);
    server.habits.clockOffsetMs = 61_000;
    expect(await statusOf(link)).toBe(403);
  });
});

describe('an upload', () => {
  test.each([
    ['a small picture', FILES.png.bytes, ['put']],
    ['exactly one part', withTail(FILES.webm.bytes, PART_BYTES), ['put']],
    ['a little more', withTail(FILES.webm.bytes, PART_BYTES + 1), ['create', 'part', 'part', 'complete']],
  ])('of %s is stored whole under a new name', async (_what, bytes, acts) => {
    const outcome = await bucket.store(piecesOf(bytes, 100_000));
    expect(outcome).toEqual({
      state: 'stored',
      address: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.(png|webm)$/),
    });
    const [key = '', object] = [...server.objects][0] ?? [];
    expect(key.startsWith(PREFIX)).toBe(true);
    expect(object?.bytes.equals(bytes)).toBe(true);
    expect(object?.type).toMatch(/^(image\/png|video\/webm)$/);
    expect(server.asked.map(({ act }) => act)).toEqual(acts);
    expect(server.uploads.size).toBe(0);
  });

  test('is seen by nobody before its end', async () => {
    const film = withTail(FILES.webm.bytes, 20 * MB);
    const pieces = async function* () {
      yield* piecesOf(film, MB);
      expect(server.uploads.size).toBe(1);
      expect(server.objects.size).toBe(0);
    };
    expect(await bucket.store(pieces())).toMatchObject({ state: 'stored' });
    expect(server.objects.size).toBe(1);
  });

  test.each([
    ['empty', new Uint8Array(0), 'empty'],
    ['of another type', Buffer.from('<html><script>alert(1)</script></html>'), 'wrong_type'],
    ['too large', withTail(FILES.png.bytes, 11 * MB), 'image_too_large'],
  ])('that is %s leaves nothing behind', async (_what, bytes, reason) => {
    expect(await bucket.store(piecesOf(bytes, MB))).toEqual({ state: 'refused', reason });
    expectNothingLeft();
  });

  test('that breaks off leaves nothing behind', async () => {
    const pieces = async function* () {
      yield* piecesOf(withTail(FILES.webm.bytes, 20 * MB), MB);
      throw new Error('The visitor left.');
    };
    await expect(bucket.store(pieces())).rejects.toThrow('The visitor left.');
    expect(server.highestOpenUploads()).toBe(1);
    expectNothingLeft();
  });

  test('gets through when single calls fail, or their answers are lost', async () => {
    bucket = await reopened(USUAL);
    server.next('create', { kind: 'error', status: 500, code: 'InternalError' });
    server.next('part', { kind: 'error', status: 503, code: 'SlowDown' }, { kind: 'silent' });
    server.next('complete', { kind: 'error', status: 500, code: 'InternalError', isDone: true });
    const film = withTail(FILES.webm.bytes, 9 * MB);
    expect(await bucket.store(piecesOf(film, MB))).toMatchObject({ state: 'stored' });
    expect([...server.objects.values()].map(({ bytes }) => bytes.equals(film))).toEqual([true]);
  });

  test.each([
    ['part', { kind: 'error', status: 503, code: 'SlowDown' }, 'FILES_SlowDown'],
    ['put', { kind: 'silent' }, 'FILES_timeout'],
    ['complete', { kind: 'error', status: 200, code: 'InternalError' }, 'FILES_InternalError'],
    ['complete', { kind: 'error', status: 500, code: 'InternalError', isDone: true }, 'FILES_InternalError'],
    ['put', { kind: 'error', status: 500, code: 'InternalError', isDone: true }, 'FILES_InternalError'],
  ] as const)('fails for good, and leaves nothing, when every %s ends with %o', async (act, fault, code) => {
    bucket = await reopened(fault.kind === 'silent' ? SHORT : USUAL);
    server.always(act, fault);
    const bytes = withTail(FILES.webm.bytes, act === 'put' ? MB : 9 * MB);
    await expect(bucket.store(piecesOf(bytes, MB))).rejects.toMatchObject({ code });
    expectNothingLeft();
  });
});

describe('cleaning', () => {
  test('lists uploads by their age, page by page, and leaves out what the owner added', async () => {
    const longAgo = new Date(Date.now() - 2 * HOUR_MS);
    const old = Array.from({ length: 5 }, (_, index) => `${String(index).repeat(32)}.png`);
    for (const name of [...old, 'curso.zip', `pasta/${'a'.repeat(32)}.png`]) server.add(name, FILES.png.bytes, longAgo);
    server.add(`${'b'.repeat(32)}.png`, FILES.png.bytes);
    server.habits.pageSize = 2;
    const found = await bucket.listStoredBefore(new Date(Date.now() - HOUR_MS));
    expect(found).toEqual(old.map((name) => `/uploads/${name}`));

    await bucket.delete(`/uploads/${old[0]}`);
    await bucket.delete(`/uploads/${old[0]}`);
    expect(server.objects.has(`${PREFIX}${old[0]}`)).toBe(false);
    expect(await bucket.listNames()).toContain(`pasta/${'a'.repeat(32)}.png`);
  });

  test('aborts only uploads of the shop that are old', async () => {
    const longAgo = new Date(Date.now() - 2 * HOUR_MS);
    const upload = (key: string, initiatedAt: Date) => ({ key, type: '', initiatedAt, parts: new Map() });
    server.uploads.set('old', upload(`${PREFIX}${'a'.repeat(32)}.webm`, longAgo));
    server.uploads.set('young', upload(`${PREFIX}${'b'.repeat(32)}.webm`, new Date()));
    server.uploads.set('others', upload(`${PREFIX}curso.zip`, longAgo));
    await bucket.removeDraftsBefore(new Date(Date.now() - HOUR_MS));
    expect([...server.uploads.keys()]).toEqual(['young', 'others']);
  });
});

describe('a store that refuses', () => {
  test.each([
    ['another secret', { FILES_SECRET: 'outro-segredo' }, 'FILES_SignatureDoesNotMatch'],
    ['another key', { FILES_KEY: 'AKOUTRA' }, 'FILES_InvalidAccessKeyId'],
  ])('%s', async (_what, changes, code) => {
    bucket = await reopened(USUAL, changes);
    await expect(bucket.listNames()).rejects.toMatchObject({ code });
    expect(server.asked).toHaveLength(1);
  });

  test('a wrong clock', async () => {
    server.habits.clockOffsetMs = HOUR_MS;
    await expect(bucket.listNames()).rejects.toMatchObject({ code: 'FILES_RequestTimeTooSkewed' });
  });

  test('everything, as it is away', async () => {
    bucket = await reopened(USUAL);
    await server.close();
    await expect(bucket.find('/uploads/grade.zip')).rejects.toMatchObject({ code: 'FILES_ECONNREFUSED' });
    server = await openBucketServer();
  });
});

async function reopened(timeouts: BucketTimeouts, changes: Record<string, string> = {}): Promise<Bucket> {
  await bucket.close();
  return openBucket(settingsWith(changes), timeouts);
}

function settingsWith(changes: Record<string, string> = {}): BucketSettings {
  const settings = readSettings({ ...server.settings, ...changes }).bucket;
  if (!settings) throw new Error('The settings name no bucket.');
  return settings;
}

async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    await wait(0);
    yield bytes.subarray(at, at + size);
  }
}

async function contentOf(file: StoredFile | undefined, start = 0, end = (file?.sizeBytes ?? 0) - 1): Promise<Buffer> {
  return collect((await file?.read(start, end))?.chunks);
}

async function collect(chunks: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  if (!chunks) throw new Error('There is no such file.');
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

async function statusOf(link: string, init: RequestInit = {}): Promise<number> {
  return (await fetch(link, init)).status;
}

function expectNothingLeft(): void {
  expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
}
