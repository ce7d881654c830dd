import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { insertActivationKeys } from '#db/queries/keys/activation-keys.ts';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { login, openClient } from '../../support/calls/client.ts';
import { openRawConnection, type RawConnection } from '../../support/calls/raw-http.ts';
import { order, readPurchase, startPurchase } from '../../support/purchases/buy.ts';
import { pidOf } from '../../support/store/store-process.ts';

const TOKEN = 'um-token-com-24-letras!!';
const OPEN_AGAIN = 'the shop is open again';
const BODY = '{"email":"ana@exemplo.com.br","password":"errada-de-todo"}';
const SLOW_REQUEST = [
  'POST /api/auth/login HTTP/1.1',
  'Host: x',
  'Connection: close',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
  '\r\n',
].join('\r\n');

const store = startStoreProcessForFile({ METRICS_TOKEN: TOKEN });

const signal = async () => void process.kill(Number(await pidOf(store)), 'SIGUSR2');
const timesOpened = () => store.output().split(OPEN_AGAIN).length - 1;

async function reopen(): Promise<void> {
  const before = timesOpened();
  await signal();
  await expect.poll(timesOpened, { interval: 10 }).toBe(before + 1);
}

/** The shop stays closed until the request under way is answered. */
async function closeBehind(visitor = openClient(store.url)): Promise<RawConnection> {
  const slow = await openRawConnection(store.url, SLOW_REQUEST);
  slow.socket.write(BODY.slice(0, 5));
  await visitor.get('/healthz');
  await signal();
  await expect.poll(async () => (await visitor.get('/readyz')).status, { interval: 10 }).toBe(503);
  return slow;
}

describe('a shop that its process opens anew', () => {
  test('tells everybody that it is back soon, and answers what is under way', async () => {
    const visitor = openClient(store.url);
    const { purchaseId } = await startPurchase(visitor);
    const stream = (await visitor.fetch(`/api/payments/purchase/${purchaseId}/events`)).body?.getReader();
    await stream?.read();
    const before = timesOpened();
    const slow = await closeBehind(visitor);

    let part = await stream?.read();
    while (part && !part.done) part = await stream?.read();
    expect(part?.done).toBe(true);
    const page = await visitor.get('/checkout/lote');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '30']);
    expect(page.text).toContain('A loja volta em um minuto');
    const style = /href="(\/_astro\/[^"]+\.css)"/.exec(page.text)?.[1] ?? '';
    expect((await visitor.get(style)).status).toBe(200);
    const call = await order(visitor, { productId: 'lote' });
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '30']);
    expect(call.json()).toEqual({ code: 'shop_reopening', message: 'A loja volta em um minuto.' });
    expect((await visitor.get('/healthz')).json()).toEqual({ status: 'ok' });

    slow.socket.write(BODY.slice(5));
    await slow.closed;
    expect(slow.heard()).toContain('HTTP/1.1 401');
    await expect.poll(timesOpened).toBe(before + 1);
    expect(await readPurchase(visitor, purchaseId)).toMatchObject({ paymentStatus: 'PENDING' });
    expect((await visitor.get('/checkout/lote')).text).not.toContain('volta em um minuto');
  });

  test('loses no sale that it acknowledged, and keeps its sessions and figures', async () => {
    const owner = await login(store);
    const keys = Array.from({ length: 2_000 }, (_, at) => `REOPENED-${at}`);
    const createdAt = new Date().toISOString();
    await insertActivationKeys(
      store.database(),
      keys.map((key) => ({ id: key, productId: 'lote', key, createdAt })),
    );
    const closing = new AbortController();
    const ordered: string[] = [];
    const paid: string[] = [];
    const refusals = new Set<number>();
    const lanes = Array.from({ length: 6 }, async () => {
      const buyer = openClient(store.url);
      while (!closing.signal.aborted) {
        const created = await order(buyer, { productId: 'lote' });
        if (created.status !== 200) {
          refusals.add(created.status);
          await wait(20);
          continue;
        }
        const { purchaseId, transactionId } = created.json<PaymentCreated>();
        ordered.push(purchaseId);
        const payment = await buyer.post(`/api/sandbox/pix/${transactionId}/pay`);
        if (payment.status === 200) paid.push(purchaseId);
        else refusals.add(payment.status);
      }
    });
    for (let round = 0; round < 3; round += 1) {
      const before = paid.length;
      await expect.poll(() => paid.length, { interval: 10 }).toBeGreaterThan(before + 3);
      await reopen();
    }
    closing.abort();
    await Promise.all(lanes);
    expect([...refusals]).toEqual([503]);

    const rows = await store.database().selectFrom('purchases').select(['id', 'status']).execute();
    const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
    expect(ordered.filter((id) => !statusOf.has(id))).toEqual([]);
    expect(paid.filter((id) => statusOf.get(id) !== 'COMPLETED')).toEqual([]);
    expect((await owner.get('/api/admin/health')).status).toBe(200);
    const figures = await owner.get('/metrics', { authorization: `Bearer ${TOKEN}` });
    const charged = /^store_orders_total\{outcome="charged"\} (\d+)/m.exec(figures.text)?.[1];
    expect(Number(charged)).toBeGreaterThanOrEqual(ordered.length);
  });

  test('needs no more memory after ten reopenings', async () => {
    const pid = await pidOf(store);
    const residentKb = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
    const before = await residentKb();
    for (let round = 0; round < 10; round += 1) await reopen();
    expect((await residentKb()) - before).toBeLessThan(80 * 1024);
    expect(store.output()).not.toContain('MaxListeners');
  });

  test('ends well when it is told to meanwhile', async () => {
    const slow = await closeBehind();
    const ending = store.end();
    slow.socket.write(BODY.slice(5));
    await slow.closed;
    await ending;
    await store.restart();
    expect((await openClient(store.url).get('/readyz')).status).toBe(200);
  });
});
