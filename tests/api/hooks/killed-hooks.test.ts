import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedHook } from '#src/wire/hooks/hooks.ts';
import { listenAnywhere } from '../../support/banks/http.ts';
import { loginForFile, startStoreProcessForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { expectStatus, startPurchase } from '../../support/purchases/buy.ts';

/** `HOOK_KILLS=50` is the figure of the promise. */
const KILLS = Number(process.env['HOOK_KILLS'] ?? 3);
const ORDERS = 4;

const store = startStoreProcessForFile({ HOOKS_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'info' });
const owner = loginForFile(store);
const arrived = new Map<string, number>();
let receiver: Server;
let url: string;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    arrived.set(id, (arrived.get(id) ?? 0) + 1);
    request.resume().on('end', () => response.writeHead(204).end());
  });
  url = await listenAnywhere(receiver);
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

test('what was committed before a kill arrives after it, and the secret is in no log', {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const typed = { kind: 'standard', description: 'Planilha', url: `${url}/vendas`, events: ['sale.created'] };
  const hook = expectStatus(await owner.post('/api/admin/hooks', typed), 201).json<CreatedHook>();
  let output = '';
  for (let kill = 0; kill < KILLS; kill += 1) {
    const visitor = openClient(store.url);
    await Promise.all(Array.from({ length: ORDERS }, () => startPurchase(visitor, { productId: 'grade-cinema' })));
    await store.kill();
    output += store.output();
    await store.restart();
  }
  const events = await store
    .database()
    .selectFrom('shopEvents')
    .select('id')
    .where('type', '=', 'sale.created')
    .execute();
  expect(events).toHaveLength(KILLS * ORDERS);
  // A killed process has claimed for half a minute what it was sending.
  await expect.poll(() => events.filter(({ id }) => !arrived.has(id)).length, { interval: 250 }).toBe(0);
  expect(output + store.output()).not.toContain(hook.secret);
  expect((await owner.get('/api/admin/hooks')).text).not.toContain(hook.secret);
  expect((await owner.get('/api/admin/audit?page=1')).text).not.toContain(hook.secret);
});
