import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openClient } from '../../support/calls/client.ts';
import { openRawConnection, send } from '../../support/calls/raw-http.ts';
import { startPurchase } from '../../support/purchases/buy.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { type Store, startStore } from '../../support/store/store.ts';

const HALF_OPEN = scaled(200, 1_000);

let store: Store;

afterEach(() => store.stop());

test('an event stream requested by HEAD, or closed at once, takes no place from others', async () => {
  store = await startStore({ LOG_LEVEL: 'warn' });
  const visitor = openClient(store.url);
  const { purchaseId } = await startPurchase(visitor);
  const path = `/api/payments/purchase/${purchaseId}/events`;
  // Three hundred by each method, where one address has 250 places.
  for (let turn = 0; turn < 6; turn += 1) {
    const lines = await Promise.all(
      Array.from({ length: 100 }, () =>
        openRawConnection(store.url, `${turn % 2 ? 'GET' : 'HEAD'} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
      ),
    );
    if (turn % 3 !== 0) await wait(100);
    for (const { socket } of lines) socket.destroy();
  }
  const listens = async () => {
    const stream = await visitor.fetch(path);
    await stream.body?.cancel();
    return stream.status;
  };
  await expect.poll(listens).toBe(200);
});

test(`${HALF_OPEN} sockets that say one byte are closed, and a visitor is served meanwhile`, async ({ task }) => {
  store = await startStore({ LOG_LEVEL: 'warn' });
  const lines = await Promise.all(
    Array.from({ length: HALF_OPEN }, (_, turn) => openRawConnection(store.url, turn % 2 ? 'G' : '')),
  );
  const openedAt = performance.now();
  const everyoneLeft = Promise.all(lines.map(({ closed }) => closed)).then(() => true);
  let served = 0;
  let longestMs = 0;
  while (!(await Promise.race([everyoneLeft, wait(500, false)]))) {
    for (const path of ['/', '/api/public/products']) {
      const askedAt = performance.now();
      expect((await send(store.url, path)).status).toBe(200);
      longestMs = Math.max(longestMs, performance.now() - askedAt);
    }
    served += 1;
  }
  recordFigure(task, { name: 'all gone after', value: performance.now() - openedAt, unit: 'ms', under: 30_000 });
  recordFigure(task, { name: 'longest wait of a visitor', value: longestMs, unit: 'ms', under: 500 });
  // A header may take 10 s: until then the store had time for others.
  expect(served).toBeGreaterThan(3);
});
