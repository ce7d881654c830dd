import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { Upload } from '#src/wire/products/uploads.ts';
import { FILES, withTail } from '../../support/browser/upload-files.ts';
import { type BucketServer, openBucketServer, PREFIX } from '../../support/bucket/bucket-server.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { openRawConnection, send } from '../../support/calls/raw-http.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { obeyBackupCommand } from '../../support/store/run-command.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';
import { pidOf } from '../../support/store/store-process.ts';

const MB = 1024 * 1024;
const SOLD = randomBytes(3 * MB);
const UPLOADS_FOLDER = 'uploads';

let bucket: BucketServer;
let store: Store;
let owner: Client;
let visitor: Client;
/** A paid purchase of `SOLD`. */
let purchaseId: string;

beforeAll(async () => {
  bucket = await openBucketServer();
  store = await startStoreProcess(bucket.settings);
  owner = await login(store);
  visitor = openClient(store.url);
  bucket.add('pacotes/curso de cor.zip', SOLD);
  const product = await addProduct({ downloadUrl: '/uploads/pacotes/curso de cor.zip' });
  purchaseId = (await buy(visitor, { productId: product.id })).id;
});
afterAll(async () => {
  await store.stop();
  await bucket.close();
});
afterEach(() => bucket.heal());

const download = (headers: Record<string, string> = {}) =>
  send(store.url, `/api/payments/download/${purchaseId}`, { headers });

test('a new shop keeps its demo files in the bucket and needs no folder', async () => {
  expect([...bucket.objects.keys()]).toEqual(
    expect.arrayContaining([`${PREFIX}grade-cinema.webm`, `${PREFIX}corte-final-demo.zip`]),
  );
  expect(await readdir(store.folder)).not.toContain(UPLOADS_FOLDER);
});

test('a shop opens while its bucket is away, unless it must fill it first', async () => {
  const away = { ...bucket.settings, FILES_URL: 's3://loja-teste?endpoint=http://127.0.0.1:1&region=auto' };
  const other = await startStoreProcess({ ...away, DEMO_DATA: 'false' });
  expect((await send(other.url, '/uploads/foto.png')).status).toBe(503);
  await other.stop();
  await expect(startStoreProcess(away)).rejects.toThrow(
    /O armazenamento de FILES_URL não respondeu como devia \(ECONNREFUSED\)\. .*npm run files:check/,
  );
});

describe('a picture that the owner uploads', () => {
  test('is served from the bucket with the shop’s own headers', async () => {
    const bytes = withTail(FILES.png.bytes, 200_000);
    const address = await upload(bytes);
    const whole = await send(store.url, address);
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '200000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(Object.keys(whole.headers).filter((name) => name.startsWith('x-amz'))).toEqual([]);
    const { etag = '' } = whole.headers;

    const head = await send(store.url, address, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '200000', '']);
    const ask = (headers: Record<string, string>) => send(store.url, address, { headers });
    const unchanged = await ask({ 'if-none-match': etag });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect((await ask({ 'if-modified-since': whole.headers['last-modified'] ?? '' })).status).toBe(304);
    const part = await ask({ range: 'bytes=1-8', 'if-range': etag });
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 1-8/200000']);
    expect(part.bytes.equals(bytes.subarray(1, 9))).toBe(true);
    expect((await ask({ range: 'bytes=1-8', 'if-range': '"another"' })).status).toBe(200);
    const beyond = await ask({ range: 'bytes=200000-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */200000']);
    expect(beyond.headers['cache-control']).toBeUndefined();
  });

  test('is guarded as in a folder: nothing sold, hidden, below or of another type is served', async () => {
    bucket.add('pacotes/foto.png', FILES.png.bytes);
    bucket.add('.oculta.png', FILES.png.bytes);
    bucket.add('pagina.html', Buffer.from('<script>alert(1)</script>'));
    bucket.add('aula.mp4', FILES.mp4.bytes);
    expect((await send(store.url, '/uploads/aula.mp4')).status).toBe(200);
    await addProduct({ downloadUrl: '/uploads/aula.mp4' });
    for (const path of ['pacotes/foto.png', '.oculta.png', 'pagina.html', 'aula.mp4', '%61ula.mp4', 'nada.png']) {
      expect((await send(store.url, `/uploads/${path}`)).status, path).toBe(404);
    }
    const ours = await send(store.url, '/uploads/default-product.png');
    expect([ours.status, ours.headers['content-type']]).toEqual([200, 'image/png']);
  });

  test('that is refused or cut off leaves nothing in the bucket', async () => {
    const before = bucket.objects.size;
    expect((await sendFile(Buffer.from('<html>'))).status).toBe(415);
    const line = await openRawConnection(store.url, uploadHead(50 * MB));
    line.socket.write(Buffer.concat([PART_HEAD, withTail(FILES.webm.bytes, 12 * MB)]));
    await expect.poll(() => bucket.uploads.size).toBe(1);
    line.socket.destroy();
    await expect.poll(() => bucket.uploads.size).toBe(0);
    expect(bucket.objects.size).toBe(before);
  });
});

describe('a file that was sold', () => {
  test('is downloaded through the shop, whole and in parts, and counted', async () => {
    const before = await countDownloads();
    const whole = await download();
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(SOLD)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store, no-transform',
      'content-disposition': `attachment; filename="curso de cor.zip"; filename*=UTF-8''curso%20de%20cor.zip`,
    });
    const part = await download({ range: 'bytes=1000000-' });
    expect([part.status, part.bytes.equals(SOLD.subarray(1_000_000))]).toEqual([206, true]);
    const head = await send(store.url, `/api/payments/download/${purchaseId}`, { method: 'HEAD' });
    expect([head.status, head.headers['content-length']]).toEqual([200, String(SOLD.length)]);
    expect(await countDownloads()).toBe(before + 1);
  });

  test('comes whole although the bucket’s connection breaks off', async () => {
    bucket.next('get', { kind: 'cut', afterBytes: MB });
    expect((await download()).bytes.equals(SOLD)).toBe(true);
  });

  test('breaks off rather than look whole when the bucket stays away in the middle', async () => {
    bucket.next('get', { kind: 'cut', afterBytes: MB });
    bucket.always('get', { kind: 'error', status: 503, code: 'SlowDown' });
    // The first call is cut, and every later one refused.
    await expect(download()).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });

  test.each([
    ['head', { kind: 'error', status: 503, code: 'SlowDown' }],
    ['get', { kind: 'error', status: 500, code: 'InternalError' }],
    ['head', { kind: 'silent' }],
  ] as const)('is refused in Portuguese for a while when %s ends with %o', async (act, fault) => {
    bucket.always(act, fault);
    const responses = await Promise.all([download(), send(store.url, '/uploads/grade-cinema.webm')]);
    for (const response of responses) {
      expect([response.status, response.headers['retry-after']]).toEqual([503, '10']);
      const { code, message }: ErrorBody = JSON.parse(response.text);
      expect([code, message]).toEqual([
        'unavailable',
        'O arquivo não está disponível agora. Tente de novo em instantes.',
      ]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(store.output()).not.toContain('a call failed');
  });

  test('shows a person who followed the link why it does not come', async () => {
    bucket.always('head', { kind: 'error', status: 503, code: 'SlowDown' });
    const page = await send(store.url, `/api/payments/download/${purchaseId}`, {
      headers: { 'sec-fetch-dest': 'document' },
    });
    expect([page.status, page.headers['location']]).toEqual([
      303,
      `/purchase/success/${purchaseId}?aviso=arquivo-indisponivel#arquivos`,
    ]);
  });

  test('is refused with a wrong clock, permission or secret, and the log has the reason without the secret', async () => {
    bucket.habits.clockOffsetMs = HOUR_MS;
    // A response to HEAD cannot say more than its status.
    expect((await download()).status).toBe(503);
    bucket.habits.clockOffsetMs = 0;
    expect(store.output()).toContain('FILES_403');
    bucket.always('put', { kind: 'error', status: 403, code: 'AccessDenied' });
    const refused = await sendFile(FILES.png.bytes);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(store.output()).toContain('FILES_AccessDenied');
    bucket.heal();

    await store.restart({ FILES_SECRET: 'outro-segredo' });
    expect((await download()).status).toBe(503);
    expect((await sendFile(FILES.png.bytes)).status).toBe(503);
    expect(store.output()).toContain('FILES_SignatureDoesNotMatch');
    expect(store.output()).not.toMatch(/outro-segredo|segredo-do-balde/);
    await store.restart();
    expect((await download()).status).toBe(200);
  });
});

test('a video of 100 MB goes through without being held in memory', async () => {
  const film = withTail(FILES.webm.bytes, 100 * MB - 1_000);
  film.set(randomBytes(1_000), film.length - 1_000);
  await sendFile(withTail(FILES.webm.bytes, 30 * MB));
  let address = '';
  const uploading = async () => {
    address = await upload(film);
  };
  // The least of three: what waits for the garbage collector of a busy machine is left out.
  let least = await growthDuring(uploading);
  for (let turn = 1; turn < 3 && least >= 60; turn += 1) least = Math.min(least, await growthDuring(uploading));
  expect(least).toBeLessThan(60);
  expect(bucket.objects.get(PREFIX + basename(address))?.bytes.equals(film)).toBe(true);
  expect(bucket.uploads.size).toBe(0);
  const last = await send(store.url, address, { headers: { range: 'bytes=-1000' } });
  expect(last.bytes.equals(film.subarray(-1_000))).toBe(true);
  removeLarge();
});

test.each([
  ['a sold file', () => `/api/payments/download/${purchaseId}`, 'pacotes/curso de cor.zip'],
  ['a film', () => '/uploads/longo.webm', 'longo.webm'],
])('%s is fetched from the bucket only as fast as its visitor reads', async (_what, pathOf, name) => {
  const size = 64 * MB;
  bucket.add(name, Buffer.alloc(size, 'corte final '));
  const before = bucket.sentBytes();
  const line = await openRawConnection(store.url, `GET ${pathOf()} HTTP/1.1\r\nHost: loja\r\n\r\n`);
  line.socket.pause();
  let last = -1;
  // The count rests, as it also would after the whole file.
  await expect
    .poll(
      () => {
        const sent = bucket.sentBytes() - before;
        const isResting = sent > 0 && sent === last;
        last = sent;
        return isResting;
      },
      { interval: 500 },
    )
    .toBe(true);
  expect(last).toBeLessThan(size / 2);
  line.socket.resume();
  await expect.poll(() => line.heard().length).toBeGreaterThan(size);
  line.socket.destroy();
  removeLarge();
  bucket.add('pacotes/curso de cor.zip', SOLD);
});

test('uploads that no product uses are deleted after a day, and dead drafts after an hour', async () => {
  const [shown, unused, fresh] = [
    await upload(FILES.png.bytes),
    await upload(FILES.gif.bytes),
    await upload(FILES.png.bytes),
  ];
  await addProduct({ image: shown, downloadUrl: '/uploads/corte-final-demo.zip' });
  const keyOf = (address: string) => PREFIX + basename(address);
  for (const address of [shown, unused]) age(keyOf(address), 25);
  age(`${PREFIX}pacotes/curso de cor.zip`, 25);
  const initiatedAt = new Date(Date.now() - 2 * HOUR_MS);
  bucket.uploads.set('dead', { key: `${PREFIX}${'a'.repeat(32)}.webm`, type: '', initiatedAt, parts: new Map() });
  await store.restart();
  await expect.poll(() => bucket.objects.has(keyOf(unused))).toBe(false);
  expect(bucket.uploads.has('dead')).toBe(false);
  for (const key of [keyOf(shown), keyOf(fresh), `${PREFIX}pacotes/curso de cor.zip`]) {
    expect(bucket.objects.has(key), key).toBe(true);
  }
  owner = await login(store);
});

test('a backup holds the bucket’s files too, and a restore brings them back into another bucket', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'bucket-backup-'));
  const other = await openBucketServer();
  try {
    bucket.add('vazio.txt', Buffer.alloc(0));
    bucket.add('.oculto', Buffer.from('x'));
    const folder = join(elsewhere, 'backup');
    const nowhere = { DATABASE_URL: `file:${elsewhere}/none.sqlite` };
    const here = { ...bucket.settings, DATABASE_URL: `file:${store.folder}/store.sqlite` };
    const made = await run(['make', folder], here);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect((await readFile(join(folder, 'uploads/pacotes/curso de cor.zip'))).equals(SOLD)).toBe(true);
    expect(await run(['verify', folder], nowhere)).toMatchObject({ code: 0, stderr: '' });

    const there = { ...other.settings, DATABASE_URL: `file:${elsewhere}/store.sqlite` };
    other.add('pacotes/curso de cor.zip', Buffer.from('another'));
    const words = ['restore', folder, '--free-keys', '--confirm=RESTAURAR'];
    const refused = await run(words, there);
    expect(refused.stderr).toBe(
      'Já há outro arquivo em s3://loja-teste/arquivos/pacotes/curso de cor.zip. Para trocá-lo, use --overwrite.\n',
    );
    other.always('put', { kind: 'error', status: 403, code: 'AccessDenied' });
    const failed = await run([...words, '--overwrite'], there);
    expect(failed.stderr).toContain('O armazenamento de FILES_URL não respondeu como devia (AccessDenied).');
    expect(await readdir(elsewhere)).not.toContain('store.sqlite');
    other.heal();
    expect(await run([...words, '--overwrite'], there)).toMatchObject({ code: 0, stderr: '' });
    const contents = ({ objects }: BucketServer) =>
      [...objects]
        .filter(([key]) => !key.includes('/.'))
        .map(([key, { bytes }]) => `${key} ${bytes.length}`)
        .sort((one, next) => one.localeCompare(next));
    expect(contents(other)).toEqual(contents(bucket));
    expect(await readdir(elsewhere)).not.toContain('uploads');
  } finally {
    await other.close();
    await rm(elsewhere, { recursive: true, force: true });
  }
});

test('with FILES_DELIVERY=redirect a buyer is sent to the bucket, is counted, and loses it with the purchase', async () => {
  await store.restart({ FILES_DELIVERY: 'redirect' });
  await store.database().updateTable('purchaseItems').set({ lastDownloadHour: null }).execute();
  const before = await countDownloads();
  const sent = await download();
  expect([sent.status, sent.headers['cache-control']]).toEqual([302, 'no-store']);
  const fetched = await fetch(sent.headers['location'] ?? '');
  expect(Buffer.from(await fetched.arrayBuffer()).equals(SOLD)).toBe(true);
  expect(fetched.headers.get('content-disposition')).toContain('filename="curso de cor.zip"');
  expect(fetched.headers.get('content-type')).toBe('application/zip');
  expect((await send(store.url, `/api/payments/download/${purchaseId}`, { method: 'HEAD' })).status).toBe(200);
  expect(await countDownloads()).toBe(before + 1);
  // Pictures are still the shop's own.
  expect((await send(store.url, '/uploads/grade-cinema.webm')).status).toBe(200);

  await store
    .database()
    .updateTable('purchases')
    .set({ status: 'REFUNDED', refundedAt: new Date().toISOString() })
    .where('id', '=', purchaseId)
    .execute();
  expect((await download()).status).toBeGreaterThanOrEqual(400);
});

/** Measures the shop's process, in MB. */
async function growthDuring(act: () => Promise<void>): Promise<number> {
  const pid = await pidOf(store);
  const memory = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  };
  const resting = await memory();
  let highest = resting;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      highest = Math.max(highest, await memory());
      await wait(20);
    }
  })();
  await act().finally(() => {
    isOver = true;
  });
  await watch;
  return highest - resting;
}

const PART_HEAD = Buffer.from('--limite\r\nContent-Disposition: form-data; name="file"; filename="a.webm"\r\n\r\n');

function uploadHead(sizeBytes: number): string {
  const cookie = `Cookie: session=${owner.cookies.get('session')}`;
  const type = 'Content-Type: multipart/form-data; boundary=limite';
  return `POST /api/upload HTTP/1.1\r\nHost: loja\r\n${cookie}\r\n${type}\r\nContent-Length: ${sizeBytes}\r\n\r\n`;
}

function sendFile(bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'arquivo');
  return owner.fetch('/api/upload', { method: 'POST', body: form });
}

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const response = await sendFile(bytes);
  expect(response.status).toBe(201);
  const { url }: Upload = await response.json();
  return url;
}

async function addProduct(fields: Record<string, unknown>): Promise<AdminProduct> {
  const product = { name: 'Curso de cor', price: 'R$ 10,00', requiresActivation: false, ...fields };
  return expectStatus(await owner.post('/api/admin/products', product), 201).json<AdminProduct>();
}

async function countDownloads(): Promise<number> {
  const { downloadCount } = await store
    .database()
    .selectFrom('purchaseItems')
    .select('downloadCount')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return downloadCount;
}

/** The backup below would copy each of them four times. */
function removeLarge(): void {
  for (const [key, { bytes }] of bucket.objects) if (bytes.length > 10 * MB) bucket.objects.delete(key);
}

function age(key: string, hours: number): void {
  const object = bucket.objects.get(key);
  if (!object) throw new Error('There is no such object.');
  object.modifiedAt = new Date(Date.now() - hours * HOUR_MS);
}

function run(words: string[], settings: Record<string, string>) {
  return obeyBackupCommand(words, { settings });
}
