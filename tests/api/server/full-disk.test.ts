import { spawn } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { FILES, withTail } from '../../support/browser/upload-files.ts';
import { type Client, login, openClient } from '../../support/calls/client.ts';
import { actAtSandbox, buy, order, readPurchase, startPurchase, waitForStatus } from '../../support/purchases/buy.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';
import { limitFiles } from '../../support/store/store-process.ts';

const MB = 1024 * 1024;

let store: Store;
let visitor: Client;
let owner: Client;

beforeAll(async () => {
  store = await startStoreProcess({ LOG_LEVEL: 'warn' });
  visitor = openClient(store.url);
  owner = await login(store);
});
beforeEach(() => limitFiles(store, null));
afterAll(async () => {
  await limitFiles(store, null);
  await store.stop();
});

const uploads = async () => (await readdir(join(store.folder, 'uploads'))).sort();

function upload(content: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append('file', new Blob([content]), 'filme.webm');
  return owner.fetch('/api/upload', { method: 'POST', body: form });
}

test('an upload that does not fit returns 503 and leaves nothing', async () => {
  const before = await uploads();
  await limitFiles(store, 8 * MB);
  const refused = await upload(withTail(FILES.webm.bytes, 20 * MB));
  const { message, code }: ErrorBody = await refused.json();
  expect([refused.status, code]).toEqual([503, 'no_room']);
  expect(message).toBe('Não há espaço para guardar o arquivo. Libere espaço no servidor e tente de novo.');
  expect(await uploads()).toEqual(before);

  expect((await upload(withTail(FILES.webm.bytes, MB))).status).toBe(201);
});

test('an upload that cannot be recorded is removed', async () => {
  const before = await uploads();
  // Room for a small file, and none for another page of the journal, which has grown further than that.
  await limitFiles(store, 4_096);
  const refused = await upload(FILES.png.bytes);
  const { code }: ErrorBody = await refused.json();
  expect([refused.status, code]).toEqual([503, 'unavailable']);
  expect(await uploads()).toEqual(before);
});

test('on a full disk pages work, purchases are refused as a whole, and the store recovers', async () => {
  const paid = await buy(visitor, { productId: 'lote' });
  const waiting = await startPurchase(visitor, { productId: 'lote' });
  await limitFiles(store, 0);

  for (const path of ['/', '/checkout/lote', '/login', `/purchase/success/${paid.id}`, '/api/public/products']) {
    expect((await visitor.get(path)).status, path).toBe(200);
  }
  expect((await readPurchase(visitor, paid.id)).paymentStatus).toBe('COMPLETED');
  expect((await owner.get('/api/admin/purchases?page=1')).status).toBe(200);
  const before = await countPurchases();
  const writes = [
    await order(visitor, { productId: 'lote' }),
    await owner.post('/api/admin/coupons', coupon('CHEIO')),
    await owner.put('/api/admin/products/lote', { name: 'Outro nome' }),
    await visitor.post('/api/auth/login', store.admin),
  ];
  for (const response of writes) {
    expect([response.status, response.json<ErrorBody>().code]).toEqual([503, 'unavailable']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await countPurchases()).toBe(before);

  await limitFiles(store, null);
  await actAtSandbox(visitor, waiting.transactionId, 'pay');
  await waitForStatus(visitor, waiting.purchaseId, 'COMPLETED');
  expect((await buy(visitor, { productId: 'lote' })).paymentStatus).toBe('COMPLETED');
  expect((await owner.post('/api/admin/coupons', coupon('CHEIO'))).status).toBe(201);
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.database());
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
});

test('a log file on a full disk loses lines without stopping the store', async () => {
  const file = await open(join(store.folder, 'store.log'), 'w');
  const program = `
    const { openLog } = await import(${JSON.stringify(new URL('../../../src/server/log.ts', import.meta.url).href)});
    const log = openLog('info');
    log.info({}, 'lost');
    setTimeout(() => log.info({}, 'lost too'), 20);
    setTimeout(() => process.stderr.write('still here'), 100);`;
  const words = ['--fsize=0', process.execPath, '--input-type=module', '--eval', program];
  const child = spawn('prlimit', words, { stdio: ['ignore', file.fd, 'pipe'], timeout: 240_000 });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  await file.close();
  expect([code, said]).toEqual([0, 'still here']);
});

async function countPurchases(): Promise<number> {
  const { count } = await store
    .database()
    .selectFrom('purchases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function coupon(code: string) {
  return { code, name: code, discount: 10, type: 'PERCENT', validFrom: '2020-01-01', validTo: '2099-12-31' };
}
