import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { PaymentCreated } from '#src/wire/checkout.ts';
import type { LicenseAnswer } from '#src/wire/purchases.ts';
import { atTheBank, BUYER, buy, order, readPurchase, startPurchase, waitForStatus } from '../support/buy.ts';
import { login, openClient } from '../support/client.ts';
import { openLine, send } from '../support/raw-http.ts';
import { type Store, startStore } from '../support/store.ts';

let store: Store;

afterEach(() => store.stop());

test('health is told without a session, and readiness follows the database', async () => {
  store = await startStore({ DEMO_DATA: 'false' });
  const health = await send(store.url, '/healthz');
  expect([health.status, health.text, health.headers['cache-control']]).toEqual([200, '{"status":"ok"}', 'no-store']);
  expect((await send(store.url, '/readyz')).text).toBe('{"status":"ok"}');
  expect((await send(store.url, '/healthz', { method: 'HEAD' })).status).toBe(200);

  await sql`alter table categories rename to lost`.execute(store.database());
  const ready = await send(store.url, '/readyz');
  expect([ready.status, ready.text]).toEqual([503, '{"status":"unavailable"}']);
  expect((await send(store.url, '/healthz')).status).toBe(200);
  await sql`alter table lost rename to categories`.execute(store.database());
  expect((await send(store.url, '/readyz')).status).toBe(200);
});

describe('a stop', () => {
  test('ends with code 0 within 10 s while a page listens, a body drips, sockets idle and one never reads', async () => {
    store = await startStore();
    const visitor = openClient(store.url);
    const { purchaseId } = await startPurchase(visitor);
    const stream = await visitor.fetch(`/api/payments/purchase/${purchaseId}/events`);
    const reader = stream.body?.getReader();
    await reader?.read();
    const head =
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    const lines = await Promise.all([
      openLine(store.url),
      openLine(store.url, 'G'),
      openLine(store.url, head),
      ...Array.from({ length: 20 }, () => openLine(store.url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
    ]);
    const deaf = await openLine(store.url);
    deaf.socket.pause();
    deaf.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    await wait(300);

    const started = performance.now();
    const stopping = store.restart();
    await Promise.all(lines.map(({ closed }) => closed));
    expect(performance.now() - started).toBeLessThan(10_000);
    await stopping;
    deaf.socket.destroy();
    expect((await reader?.read())?.done).toBe(true);
    expect(await readPurchase(visitor, purchaseId)).toMatchObject({ paymentStatus: 'PENDING' });
  });

  test('lets the purchase that is under way finish', async () => {
    store = await startStore();
    const visitor = openClient(store.url);
    const orders = Array.from({ length: 20 }, () => order(visitor, { productId: 'lote' }));
    await wait(20);
    const stopping = store.restart();
    const outcomes = await Promise.allSettled(orders);
    await stopping;
    const answered = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(answered.length).toBeGreaterThan(0);
    for (const answer of answered) {
      expect(answer.status).toBe(200);
      expect((await visitor.get(`/api/payments/purchase/${answer.json<PaymentCreated>().purchaseId}`)).status).toBe(
        200,
      );
    }
  });
});

test('a second store on the same database does not open, and the first goes on', async () => {
  store = await startStore({ DEMO_DATA: 'false' });
  const second = await runOnce({ ...environmentOf(store), PORT: '1' });
  expect(second).toEqual({
    code: 1,
    stderr: 'Outro processo já está usando este banco de dados. Encerre-o antes de abrir a loja de novo.\n',
  });
  expect((await send(store.url, '/readyz')).status).toBe(200);
});

test('nothing that was acknowledged is lost when the process is killed in the middle of a burst', {
  timeout: 90_000,
}, async () => {
  store = await startStore({ LOG_LEVEL: 'warn' });
  const visitor = openClient(store.url);
  const created: PaymentCreated[] = [];
  const paid: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    let isDown = false;
    const lanes = Array.from({ length: 12 }, async () => {
      while (!isDown) {
        const answer = await order(visitor, { productId: 'lote' });
        if (answer.status !== 200) throw new Error(`An order was answered ${answer.status}.`);
        const purchase = answer.json<PaymentCreated>();
        created.push(purchase);
        await atTheBank(visitor, purchase.transactionId, 'pay');
        paid.push(purchase.purchaseId);
      }
    });
    const burst = Promise.allSettled(lanes);
    // In the middle of the work, however quick the machine is.
    const enough = paid.length + 10;
    await expect.poll(() => paid.length, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
    await store.kill();
    isDown = true;
    const reasons = (await burst).flatMap((lane) => (lane.status === 'rejected' ? [String(lane.reason)] : []));
    expect(reasons.filter((reason) => /was answered|Expected/.test(reason))).toEqual([]);
    const started = performance.now();
    await store.restart();
    expect(performance.now() - started).toBeLessThan(10_000);
  }

  expect(paid.length).toBeGreaterThanOrEqual(30);
  const rows = await store.database().selectFrom('purchases').select(['id', 'status']).execute();
  const states = new Map(rows.map(({ id, status }) => [id, status]));
  expect(created.filter(({ purchaseId }) => !states.has(purchaseId))).toEqual([]);
  expect(paid.filter((id) => states.get(id) !== 'COMPLETED')).toEqual([]);
  const { rows: check } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.database());
  expect(check).toEqual([{ integrity_check: 'ok' }]);
  expect((await sql`pragma foreign_key_check`.execute(store.database())).rows).toEqual([]);
  const keys = await store
    .database()
    .selectFrom('activationKeys')
    .select(['key', 'purchaseId'])
    .where('purchaseId', 'is not', null)
    .execute();
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
  expect(new Set(keys.map(({ purchaseId }) => purchaseId)).size).toBe(keys.length);
});

test('a purchase whose process ended before the bank answered is resolved by the worker', async () => {
  store = await startStore();
  const visitor = openClient(store.url);
  const { purchaseId } = await startPurchase(visitor, { productId: 'lote' });
  await store.kill();
  const before = { chargeState: 'creating' as const, pixCopyPaste: null, providerChargeId: null };
  await store
    .database()
    .updateTable('purchases')
    .set({ ...before, nextCheckAt: new Date(0).toISOString() })
    .where('id', '=', purchaseId)
    .execute();
  await store.restart();
  const stateOf = () =>
    store
      .database()
      .selectFrom('purchases')
      .select(['chargeState', 'status'])
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow();
  await expect.poll(stateOf, { timeout: 15_000 }).not.toMatchObject({ chargeState: 'creating' });
  expect(['PENDING', 'FAILED']).toContain((await stateOf()).status);
});

test('the audit trail can be written and neither changed nor deleted', async () => {
  store = await startStore({ DEMO_DATA: 'false' });
  const books = store.database();
  const entry = {
    at: new Date().toISOString(),
    actorId: 'a',
    action: 'edit',
    entity: 'product',
    entityId: 'p',
    fields: 'name',
  };
  await books.insertInto('audit').values(entry).execute();
  await expect(books.updateTable('audit').set({ action: 'other' }).execute()).rejects.toThrow('append-only');
  await expect(books.deleteFrom('audit').execute()).rejects.toThrow('append-only');
  expect(await books.selectFrom('audit').select('action').execute()).toEqual([{ action: 'edit' }]);
});

test('drawn passwords are shown at the first start, work, and are not shown again', async () => {
  store = await startStore({ DEMO_DATA: 'false', ADMIN_PASSWORD: '', ADMIN_GATE_PASSWORD: '' });
  const [, password = ''] = /senha {2}(\S{20,})\n/.exec(store.output()) ?? [];
  const [, gate = ''] = /Senha das portas de produtos e chaves: (\S{20,})\n/.exec(store.output()) ?? [];
  expect(password).not.toBe(gate);
  const owner = openClient(store.url);
  expect((await owner.post('/api/auth/login', { email: store.admin.email, password })).status).toBe(200);
  expect((await owner.post('/api/admin/gates/products', { password: gate })).status).toBe(200);
  const before = store.output().length;
  await store.restart();
  const later = store.output().slice(before);
  expect(later).toContain('está aberta em');
  expect(later).not.toMatch(/senha/i);
  expect((await owner.get('/api/auth/user')).status).toBe(200);
});

test('the log tells what happened and nothing about whom', async () => {
  store = await startStore();
  const visitor = openClient(store.url);
  const purchase = await buy(visitor, {
    productId: 'onda-audio',
    customerName: 'Zuleica Testemunha',
    customerEmail: 'zuleica@exemplo.com.br',
  });
  const { activationKey } = (await visitor.get(`/api/payments/license/${purchase.id}`)).json<LicenseAnswer>();
  const owner = await login(store);
  await owner.post('/api/auth/login', { email: 'intruso@exemplo.com.br', password: 'palpite-secreto' });
  await owner.post('/api/admin/gates/products', { password: store.gatePassword });
  await visitor.get('/?q=busca-secreta');
  await visitor.get(`/purchase/success/${purchase.id}?aviso=zuleica`);
  await visitor.get('/login?email=zuleica@exemplo.com.br');
  await send(store.url, '/api/payments/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"segredo-partido',
  });
  await visitor.post('/api/licenses/validate', { key: activationKey });
  await store.waitForMail(1);

  expect(store.output()).toMatch(/"method":"POST","path":"\/api\/payments\/create"/);
  const secrets = [
    'zuleica',
    'Testemunha',
    '@exemplo.com.br',
    store.admin.email,
    store.admin.password,
    store.gatePassword,
    'palpite-secreto',
    'busca-secreta',
    'segredo-partido',
    purchase.id,
    purchase.transactionId,
    activationKey ?? 'no key',
    owner.cookies.get('session') ?? 'no cookie',
    'aviso=',
    'argon2',
  ];
  expect(secrets.filter((secret) => store.output().toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
});

test('a purchase page that is asked for its stream by HEAD, or given up at once, takes no place from others', async () => {
  store = await startStore({ LOG_LEVEL: 'warn' });
  const visitor = openClient(store.url);
  const { purchaseId } = await startPurchase(visitor);
  const path = `/api/payments/purchase/${purchaseId}/events`;
  for (let turn = 0; turn < 12; turn += 1) {
    const lines = await Promise.all(
      Array.from({ length: 100 }, () =>
        openLine(store.url, `${turn % 2 ? 'GET' : 'HEAD'} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
      ),
    );
    if (turn % 3 !== 0) await wait(100);
    for (const { socket } of lines) socket.destroy();
  }
  await wait(500);
  const stream = await visitor.fetch(path);
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});

test('200 sockets that say one byte are gone within 30 s, and a visitor is served meanwhile', {
  timeout: 45_000,
}, async () => {
  store = await startStore({ LOG_LEVEL: 'warn' });
  const started = performance.now();
  const lines = await Promise.all(Array.from({ length: 200 }, (_, turn) => openLine(store.url, turn % 2 ? 'G' : '')));
  const everyoneLeft = Promise.all(lines.map(({ closed }) => closed)).then(() => true);
  let slowest = 0;
  while (!(await Promise.race([everyoneLeft, wait(500, false)]))) {
    const asked = performance.now();
    expect((await send(store.url, '/')).status).toBe(200);
    expect((await send(store.url, '/api/public/products')).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - asked);
    expect(performance.now() - started).toBeLessThan(30_000);
  }
  expect(slowest).toBeLessThan(500);
});

describe('while somebody else holds the database', () => {
  test('short: the store waits; long: it says 503 in JSON with Retry-After, and recovers by itself', async () => {
    store = await startStore();
    const visitor = openClient(store.url);
    const owner = await login(store);
    const holder = new BetterSqlite3(`${store.folder}/store.sqlite`);
    holder.exec('BEGIN IMMEDIATE');
    const short = order(visitor, { productId: 'lote' });
    await wait(300);
    holder.exec('ROLLBACK');
    expect((await short).status).toBe(200);

    await store
      .database()
      .updateTable('sessions')
      .set({ expires_at: Math.floor(Date.now() / 1000) + 3_600 })
      .execute();
    holder.exec('BEGIN IMMEDIATE');
    try {
      // The second one fails where the session is prolonged, before any endpoint is reached.
      for (const answer of [await order(visitor, { productId: 'lote' }), await owner.get('/api/auth/user')]) {
        expect([answer.status, answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await visitor.get('/')).status).toBe(200);
      expect((await visitor.get('/api/public/products')).status).toBe(200);
    } finally {
      holder.exec('ROLLBACK');
      holder.close();
    }
    const { purchaseId, transactionId } = await startPurchase(visitor, { ...BUYER, productId: 'lote' });
    await atTheBank(visitor, transactionId, 'pay');
    await waitForStatus(visitor, purchaseId, 'COMPLETED');
    expect((await owner.get('/api/auth/user')).status).toBe(200);
  });
});

function environmentOf({ folder }: Store): Record<string, string> {
  return { DATABASE_URL: `file:${folder}/store.sqlite`, UPLOADS_DIR: `${folder}/uploads`, MAIL_DIR: `${folder}/mail` };
}

async function runOnce(settings: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main], { cwd: store.folder, env: { PATH, ...settings } });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  clearTimeout(giveUp);
  return { code, stderr };
}
