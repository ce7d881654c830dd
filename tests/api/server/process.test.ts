import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { openClient } from '../../support/calls/client.ts';
import { openRawConnection, send } from '../../support/calls/raw-http.ts';
import { actAtSandbox, order, readPurchase, startPurchase } from '../../support/purchases/buy.ts';
import { recordFigure } from '../../support/scale.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';

let store: Store;

afterEach(() => store.stop());

describe('a stop', () => {
  test('ends with code 0, and soon, despite event streams, slow bodies and idle sockets', async ({ task }) => {
    store = await startStoreProcess();
    const visitor = openClient(store.url);
    const { purchaseId } = await startPurchase(visitor);
    const stream = await visitor.fetch(`/api/payments/purchase/${purchaseId}/events`);
    const reader = stream.body?.getReader();
    await reader?.read();
    const head =
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    const lines = await Promise.all([
      openRawConnection(store.url),
      openRawConnection(store.url, 'G'),
      openRawConnection(store.url, head),
      ...Array.from({ length: 20 }, () => openRawConnection(store.url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
    ]);
    const deaf = await openRawConnection(store.url);
    deaf.socket.pause();
    deaf.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    await wait(300);

    const started = performance.now();
    const stopping = store.end().then(() => performance.now() - started);
    await Promise.all(lines.map(({ closed }) => closed));
    recordFigure(task, { name: 'ended after', value: await stopping, unit: 'ms', under: 10_000 });
    await store.restart();
    deaf.socket.destroy();
    let part = await reader?.read();
    while (part && !part.done) part = await reader?.read();
    expect(part?.done).toBe(true);
    expect(await readPurchase(visitor, purchaseId)).toMatchObject({ paymentStatus: 'PENDING' });
  });

  test('finishes the purchase in progress', async () => {
    store = await startStoreProcess();
    const visitor = openClient(store.url);
    const orders = Array.from({ length: 20 }, () => order(visitor, { productId: 'lote' }));
    await Promise.any(orders);
    const stopping = store.restart();
    const outcomes = await Promise.allSettled(orders);
    await stopping;
    const answered = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(answered.length).toBeGreaterThan(0);
    for (const response of answered) {
      expect(response.status).toBe(200);
      expect((await visitor.get(`/api/payments/purchase/${response.json<PaymentCreated>().purchaseId}`)).status).toBe(
        200,
      );
    }
  });
});

test('a second store on the same database does not start, and the first continues', async () => {
  store = await startStoreProcess({ DEMO_DATA: 'false' });
  const second = await runOnce({ ...environmentOf(store), PORT: '1' });
  expect(second).toEqual({
    code: 1,
    stderr: 'Outro processo já está usando este banco de dados. Encerre-o antes de abrir a loja de novo.\n',
  });
  expect((await send(store.url, '/readyz')).status).toBe(200);
});

test('nothing acknowledged is lost when the process is killed during a burst', async () => {
  store = await startStoreProcess({ LOG_LEVEL: 'warn' });
  const visitor = openClient(store.url);
  const created: PaymentCreated[] = [];
  const paid: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    let isDown = false;
    const lanes = Array.from({ length: 12 }, async () => {
      while (!isDown) {
        const response = await order(visitor, { productId: 'lote' });
        if (response.status !== 200) throw new Error(`An order was answered ${response.status}.`);
        const purchase = response.json<PaymentCreated>();
        created.push(purchase);
        await actAtSandbox(visitor, purchase.transactionId, 'pay');
        paid.push(purchase.purchaseId);
      }
    });
    const burst = Promise.allSettled(lanes);
    // The kill comes in the middle of the work, however quick the machine is.
    const enough = paid.length + 10;
    await expect.poll(() => paid.length, { interval: 5 }).toBeGreaterThanOrEqual(enough);
    await store.kill();
    isDown = true;
    const reasons = (await burst).flatMap((lane) => (lane.status === 'rejected' ? [String(lane.reason)] : []));
    expect(reasons.filter((reason) => /was answered|Expected/.test(reason))).toEqual([]);
    await store.restart();
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
    .select(['key', 'itemId'])
    .where('itemId', 'is not', null)
    .execute();
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
  expect(new Set(keys.map(({ itemId }) => itemId)).size).toBe(keys.length);
});

test('a purchase whose process died before the bank responded is resolved by the worker', async () => {
  store = await startStoreProcess();
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
  await expect.poll(stateOf).not.toMatchObject({ chargeState: 'creating' });
  expect(['PENDING', 'FAILED']).toContain((await stateOf()).status);
});

function environmentOf({ folder }: Store): Record<string, string> {
  return { DATABASE_URL: `file:${folder}/store.sqlite`, UPLOADS_DIR: `${folder}/uploads`, MAIL_DIR: `${folder}/mail` };
}

async function runOnce(settings: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const main = fileURLToPath(new URL('../../../src/server/main.mjs', import.meta.url));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main], { cwd: store.folder, env: { PATH, ...settings } });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 240_000);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  clearTimeout(giveUp);
  return { code, stderr };
}
