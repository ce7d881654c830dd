import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RemoteFiles } from '#src/domain/files/remote-files.ts';
import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { openRemoteFiles } from '#src/gateways/files/remote/remote-files.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import {
  fileServer,
  openRemoteServer,
  REMOTE_AUTHORITY,
  type RemoteServer,
} from '../../support/bucket/remote-server.ts';
import { type Client, openClient } from '../../support/calls/client.ts';
import { openRawConnection, send } from '../../support/calls/raw-http.ts';
import { buy, startPurchase } from '../../support/purchases/buy.ts';
import { type ServedShop, serveShop } from '../../support/store/served-shop.ts';

const BYTES = Buffer.alloc(400_000, 'corte final ');
/** The product has no version, so that its address counts. */
const PRODUCT = 'lote';
const QUICK = { connectMs: 2_000, firstByteMs: 200, idleMs: 200, openingMs: 3_000 };

let served: ServedShop;
let reaching: RemoteFiles;
let far: RemoteServer;
let visitor: Client;
let path: string;
let purchaseId: string;

beforeAll(async () => {
  reaching = openRemoteFiles({ mayConnect: () => true, ca: REMOTE_AUTHORITY, timeouts: QUICK });
  served = await serveShop((shop) => ({ ...shop, remoteFiles: reaching }));
  visitor = openClient(served.url);
  purchaseId = (await buy(visitor, { productId: PRODUCT })).id;
  path = `/api/payments/download/${purchaseId}`;
});
afterAll(async () => {
  await reaching.close();
  await served.close();
});
beforeEach(async () => {
  far = await openRemoteServer();
  far.answer(fileServer(BYTES));
  await sellAs(`${far.url}/segredo/grade-v2.zip?assinatura=abc`);
  await served.shop.db.updateTable('purchaseItems').set({ lastDownloadHour: null }).execute();
});
afterEach(() => far.close());

const get = (headers: Record<string, string> = {}, method = 'GET') => send(served.url, path, { headers, method });

const sellAs = (downloadUrl: string) =>
  served.shop.db.updateTable('products').set({ downloadUrl }).where('id', '=', PRODUCT).execute();

async function counted(): Promise<number> {
  const { downloads } = await served.shop.db
    .selectFrom('products')
    .select('downloads')
    .where('id', '=', PRODUCT)
    .executeTakeFirstOrThrow();
  return downloads;
}

describe('a remote file', () => {
  test('is streamed through the shop to buyers, who never see its address', async () => {
    const before = await counted();
    const { status, headers, bytes } = await get({ referer: 'https://loja.test/', cookie: 'session=abc' });
    expect([status, bytes.equals(BYTES)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="grade-v2.zip"; filename*=UTF-8''grade-v2.zip`,
      'content-type': 'application/zip',
      'content-length': '400000',
      'cache-control': 'private, no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(JSON.stringify(headers)).not.toMatch(/127\.0\.0\.1:|segredo|assinatura/);
    expect(far.asked[0]?.headers).not.toHaveProperty('cookie');
    expect(far.asked[0]?.headers).not.toHaveProperty('referer');
    expect(await counted()).toBe(before + 1);
  });

  test('is resumed after an interruption and counted once', async () => {
    const before = await counted();
    const first = await get({ range: 'bytes=0-99' });
    const rest = await get({ range: 'bytes=100-', 'if-range': first.headers['etag'] ?? '' });
    expect([first.status, rest.status, rest.headers['content-range']]).toEqual([206, 206, 'bytes 100-399999/400000']);
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(BYTES)).toBe(true);
    expect((await get({ range: 'bytes=400000-' })).headers['content-range']).toBe('bytes */400000');
    expect(await counted()).toBe(before + 1);
    // Several parts at once are answered with the whole, as if none had been asked for.
    expect((await get({ range: 'bytes=0-1,5-6' })).bytes.length).toBe(400_000);
    expect(far.asked.at(-1)?.headers.range).toBeUndefined();
  });

  test('is counted once in an hour, though its first byte is never asked for', async () => {
    const before = await counted();
    const asked: Record<string, string>[] = [
      { range: 'bytes=1-' },
      { range: 'bytes=-5' },
      { range: 'bytes=7-9', 'if-range': '"any"' },
    ];
    await Promise.all(asked.map((headers) => get(headers)));
    for (const headers of asked) await get(headers);
    // The hour may have ended meanwhile.
    expect([1, 2]).toContain((await counted()) - before);
  });

  test('responds to HEAD without a body and is not counted', async () => {
    const before = await counted();
    const { status, headers, bytes } = await get({}, 'HEAD');
    expect([status, headers['content-length'], bytes.length]).toEqual([200, '400000', 0]);
    await expect.poll(far.openRequests).toBe(0);
    expect(await counted()).toBe(before);
  });

  test('is not requested for unpaid or refunded purchases', async () => {
    const open = await startPurchase(visitor, { productId: PRODUCT });
    expect((await visitor.get(`/api/payments/download/${open.purchaseId}`)).status).toBe(409);
    const returned = await buy(visitor, { productId: PRODUCT });
    const owner = await served.shop.db
      .selectFrom('users')
      .selectAll()
      .where('isAdmin', '=', 1)
      .executeTakeFirstOrThrow();
    await refundSale(served.shop, { id: owner.id }, returned.id);
    expect((await visitor.get(`/api/payments/download/${returned.id}`)).status).toBe(410);
    expect(far.asked).toEqual([]);
  });

  test('is closed when the buyer disconnects', async () => {
    far.answer((_, response) => void response.writeHead(200, { 'content-length': 9_000_000 }).write(BYTES));
    const line = await openRawConnection(
      served.url,
      `GET ${path} HTTP/1.1\r\nHost: ${new URL(served.url).host}\r\n\r\n`,
    );
    await expect.poll(() => line.heard().length).toBeGreaterThan(1_000);
    expect(far.openRequests()).toBe(1);
    line.socket.destroy();
    await expect.poll(far.openRequests).toBe(0);
  });

  test('that breaks off ends the connection without an error page in the file', async () => {
    const first = BYTES.subarray(0, 5_000).toString();
    let breakOff = (): void => undefined;
    far.answer((_, response) => {
      response.writeHead(200, { 'content-length': BYTES.length }).write(first);
      breakOff = () => void response.destroy();
    });
    const line = await openRawConnection(
      served.url,
      `GET ${path} HTTP/1.1\r\nHost: ${new URL(served.url).host}\r\n\r\n`,
    );
    await expect.poll(line.heard).toContain(first);
    breakOff();
    await line.closed;
    const [, body = ''] = line.heard().split('\r\n\r\n');
    expect(body).toBe(first);
  });
});

describe('a failing remote server', () => {
  test.each([
    ['is down', 502, 'file_unavailable', (): void => void far.close()],
    ['returns 404', 502, 'file_unavailable', () => far.answer((_, response) => response.writeHead(404).end())],
    [
      'returns a page',
      502,
      'file_unavailable',
      () => far.answer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Drive</h1>')),
    ],
    ['does not respond', 504, 'file_late', () => far.answer(() => {})],
  ])('that %s is reported in plain words, and nothing is counted', async (_, status, code, fail) => {
    fail();
    const before = await counted();
    const response = await visitor.get(path);
    expect([response.status, response.json<ErrorBody>().code]).toEqual([status, code]);
    expect(response.json<ErrorBody>().message).toContain('Sua compra está guardada');
    expect(await counted()).toBe(before);

    const followed = await visitor.get(path, { 'sec-fetch-dest': 'document' });
    const page = await visitor.get(followed.headers.get('location') ?? '');
    expect([followed.status, page.status]).toEqual([303, status]);
    expect(page.text).toContain('Sua compra está guardada');
    expect(page.text).not.toContain(far.url);
  });

  test('in a private network is not connected to', async () => {
    const guarded = await serveShop((shop) => shop);
    const { id } = await buy(openClient(guarded.url), { productId: PRODUCT });
    for (const downloadUrl of [far.url, far.namedUrl, 'https://169.254.169.254/latest/meta-data/', 'https://[::1]/']) {
      await guarded.shop.db.updateTable('products').set({ downloadUrl }).where('id', '=', PRODUCT).execute();
      const response = await openClient(guarded.url).get(`/api/payments/download/${id}`);
      expect([response.status, response.json<ErrorBody>().code]).toEqual([502, 'file_unavailable']);
    }
    expect(far.connections()).toBe(0);
    await guarded.close();
  });
});
