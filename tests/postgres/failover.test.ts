import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#db/engines/postgres.ts';
import type { Database } from '#db/tables.ts';
import type { Attention, AttentionItem } from '#src/wire/upkeep/attention.ts';
import type { Health } from '#src/wire/upkeep/health.ts';
import { type BankSide, openMercadoPagoSide } from '../support/banks/real-banks.ts';
import { type Client, login, openClient } from '../support/calls/client.ts';
import { makeCluster, type PostgresCluster } from '../support/postgres/postgres.ts';
import { openTcpProxy, type TcpProxy } from '../support/postgres/tcp-proxy.ts';
import { buy } from '../support/purchases/buy.ts';
import { purchaseRow } from '../support/purchases/purchases.ts';
import { recordFigure } from '../support/scale.ts';
import { SHARED_SECRET } from '../support/shared-secret.ts';
import { killUnderLoad } from '../support/store/kill-under-load.ts';
import { runCommand } from '../support/store/run-command.ts';
import { type Store, startStore } from '../support/store/store.ts';
import { openPostgresDatabase } from '../support/store/store-database.ts';
import { chooseBank, orderOnce } from '../support/worlds/switch-bank.ts';

/** One pair of servers tells the whole story, test by test. */
let first: PostgresCluster;
let second: PostgresCluster;
let third: PostgresCluster;
let toFirst: TcpProxy;
let books: Database;
let store: Store;
let visitor: Client;
let owner: Client;

const AWAY_MS = 10_000;
const TOKEN = 'a-token-of-the-operator-0123456789';

beforeAll(async () => {
  first = await makeCluster({ synchronous_standby_names: 'ANY 1 (replica)' });
  second = await first.replica(portOf(first));
  await Promise.all([first.start(), second.start()]);
  toFirst = await openTcpProxy(portOf(first));
  // The sandbox, until the screen says another.
  const started = await startStore({
    DATABASE_URL: addressOf(toFirst.port, portOf(second)),
    PAYMENT_PROVIDER: '',
    METRICS_TOKEN: TOKEN,
  });
  store = { ...started, database: () => books };
  books = openPostgresDatabase(first.url);
  visitor = openClient(store.url);
  owner = await login(store);
});
afterAll(async () => {
  await books.destroy();
  await store.stop();
  await toFirst.close();
  for (const server of [second, third]) await server.stop('immediate');
  await first.remove();
});

test('a replica is passed over, and alone it is refused in a sentence', async () => {
  const open = await openPostgres(addressOf(portOf(second), portOf(first)));
  await open.close();

  await expect(openPostgres(second.url)).rejects.toMatchObject({
    kind: 'settings',
    message: expect.stringMatching(/só lê: é uma réplica/),
  });
});

test('connections that vanish under load: sales go on within 10 s, and the storefront never waits', async ({
  task,
}) => {
  const stopWatching = watchStorefront();
  const { returnsMs, lost, reverted } = await killUnderLoad(
    { ...store, kill: async () => toFirst.swallow(), restart: sellAgain },
    { kills: 2, buyers: 6, withinMs: 60_000 },
  );
  const longest = await stopWatching();

  expect({ lost, reverted }).toEqual({ lost: 0, reverted: 0 });
  expect(Math.max(...returnsMs)).toBeLessThan(await allowedMs());
  recordFigure(task, { name: 'sales again', value: Math.max(...returnsMs), unit: 'ms', under: AWAY_MS });
  expect(longest).toBeLessThan(5_000);
  recordFigure(task, { name: 'longest page', value: longest, unit: 'ms', under: 100 });
});

test('the primary killed under load and its synchronous replica promoted: no acknowledged order is lost, and sales go on within 10 s', async ({
  task,
}) => {
  const takeOver = async () => {
    await second.promote();
    await useBooksOf(second);
    await sellAgain();
  };
  const { acknowledged, returnsMs, lost, reverted } = await killUnderLoad(
    { ...store, kill: () => first.stop('immediate'), restart: takeOver },
    { kills: 1, buyers: 6, withinMs: 60_000 },
  );

  expect({ lost, reverted }).toEqual({ lost: 0, reverted: 0 });
  expect(acknowledged.paid.size).toBeGreaterThan(0);
  expect(Math.max(...returnsMs)).toBeLessThan(await allowedMs());
  recordFigure(task, { name: 'sales again', value: Math.max(...returnsMs), unit: 'ms', under: AWAY_MS });
});

test('after a promotion no free key is sold until the owner says that nothing was lost', async () => {
  const { id } = await buy(visitor, { productId: 'lote' });
  expect(await countFreeKeys()).toBe(0);
  expect(await readFailoverItem()).toMatchObject({ tone: 'danger', href: '/admin/settings?secao=saude' });
  const { failover } = (await owner.get('/api/admin/health')).json<Health>();
  expect(failover?.heldKeys).toBeGreaterThan(1_000);

  const answered = await owner.post('/api/admin/failover', { answer: 'nothing_lost' });
  expect(answered.json()).toEqual({ freedKeys: failover?.heldKeys });
  await expect.poll(() => findKeyOf(id)).toBeDefined();
  expect(await readFailoverItem()).toBeUndefined();
  expect((await owner.post('/api/admin/failover', { answer: 'nothing_lost' })).status).toBe(409);
});

test('keys that were sold before a replica which lagged took over are not sold again, and what the bank still knows is sold', async () => {
  const bank = await openMercadoPagoSide();
  await second.stop('fast');
  const toSecond = await openTcpProxy(portOf(second));
  third = await second.replica(toSecond.port);
  await Promise.all([second.start(), third.start()]);
  await store.restart({ DATABASE_URL: addressOf(portOf(second), portOf(third)) });
  await useBooksOf(second);
  const kept = await buy(visitor, { productId: 'lote' });
  await chooseBank(owner, bank);
  await expect.poll(() => isAt(third, kept.id)).toBe(true);
  await expect.poll(() => isChosenAt(third, bank)).toBe(true);
  await expect.poll(readLagSeconds).toBeLessThan(2);
  toSecond.vanish();
  const lost = await sellAt(bank);
  await expect.poll(readLagSeconds).toBeGreaterThan(2);
  const soldKey = await findKeyOf(lost.id);
  expect(await isAt(third, lost.id)).toBe(false);

  await second.stop('immediate');
  await third.promote();
  await toSecond.close();
  await useBooksOf(third);
  await expect
    .poll(() =>
      sellAt(bank).then(
        ({ id }) => findKeyOf(id),
        () => 'no sale',
      ),
    )
    .toBeUndefined();
  expect(await findKey(soldKey)).toMatchObject({ itemId: null, revokedReason: 'deleted' });

  const { code, stdout } = await runCommand('../failover/after-failover.mjs', [], {
    folder: store.folder,
    settings: { DATABASE_URL: third.url, SHARED_SECRET },
  });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Chaves livres fora da venda: \d{4,}\. Adicione de novo.*\nVendas refeitas: 1\./),
  });
  const again = await books
    .selectFrom('purchases')
    .selectAll()
    .where('providerReference', '=', lost.reference)
    .executeTakeFirstOrThrow();
  expect(again).toMatchObject({ status: 'COMPLETED', paidCents: lost.paidCents, customerEmail: lost.customerEmail });
  expect(again.id).not.toBe(lost.id);
  expect(await countFreeKeys()).toBe(0);
  expect(await readFailoverItem()).toBeUndefined();
  await bank.close();
});

test('a server that was brought back to a moment is another one, too', async () => {
  const key = { id: 'uma', productId: 'lote', key: 'UMA-CHAVE', createdAt: new Date().toISOString() };
  // Before that it would go to a buyer who still waits.
  await store.end();
  await books.insertInto('activationKeys').values(key).execute();
  await books.destroy();
  await third.stop('fast');
  const restored = await third.copy((data) => writeFile(join(data, 'recovery.signal'), ''), {
    restore_command: 'false',
  });
  await restored.start();
  await expect.poll(() => isStandby(restored)).toBe(false);
  await useBooksOf(restored);
  const failovers: object[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const open = await openPostgres(restored.url, { onFailover: (failover) => failovers.push(failover) });
    await open.close();
  }
  expect(failovers).toEqual([{ heldKeys: 1, since: expect.any(String) }]);

  // The former primary came back, and still takes writes.
  await second.start();
  const open = await openPostgres(addressOf(portOf(second), portOf(restored)));
  expect((await open.postgres.query({ text: 'select inet_server_port() as port' })).rows).toEqual([
    { port: portOf(restored) },
  ]);
  await open.close();
  await restored.stop('fast');
});

/** A machine that is busy with others needs its time for a mere sale too. */
async function allowedMs(): Promise<number> {
  const startedAt = performance.now();
  await sellAgain();
  return Math.max(AWAY_MS, 30 * (performance.now() - startedAt));
}

async function sellAgain(): Promise<void> {
  for (;;) {
    const bought = await buy(openClient(store.url), { productId: 'onda-audio' }).catch(() => undefined);
    if (bought) return;
    await wait(50);
  }
}

async function sellAt(bank: BankSide) {
  const { purchaseId: id, row } = await orderOnce(store, visitor, 'lote');
  const { providerReference: reference, customerEmail } = row;
  await bank.pay(reference);
  expect(await bank.notify(store.url, reference)).toBe(200);
  await expect.poll(async () => (await purchaseRow(store, id)).status).toBe('COMPLETED');
  return { id, reference, customerEmail, paidCents: (await purchaseRow(store, id)).paidCents };
}

/** Returns the function that ends it and tells the longest wait. */
function watchStorefront(): () => Promise<number> {
  const ending = new AbortController();
  let longest = 0;
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const askedAt = performance.now();
      expect((await visitor.get('/')).status).toBe(200);
      longest = Math.max(longest, performance.now() - askedAt);
      await wait(20);
    }
  })();
  return async () => {
    ending.abort();
    await watching;
    return longest;
  };
}

async function useBooksOf({ url }: PostgresCluster): Promise<void> {
  await books.destroy();
  books = openPostgresDatabase(url);
}

async function countFreeKeys(): Promise<number> {
  const free = books
    .selectFrom('activationKeys')
    .select('id')
    .where('itemId', 'is', null)
    .where('revokedAt', 'is', null);
  return (await free.execute()).length;
}

async function findKeyOf(purchaseId: string): Promise<string | undefined> {
  const found = await books
    .selectFrom('activationKeys')
    .innerJoin('purchaseItems', 'purchaseItems.id', 'activationKeys.itemId')
    .select('key')
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst();
  return found?.key;
}

function findKey(key = '') {
  return books.selectFrom('activationKeys').selectAll().where('key', '=', key).executeTakeFirst();
}

async function readFailoverItem(): Promise<AttentionItem | undefined> {
  const { items } = (await owner.get('/api/admin/attention')).json<Attention>();
  return items.find(({ kind }) => kind === 'failover');
}

async function isAt({ url }: PostgresCluster, id: string): Promise<boolean> {
  return (await ask(url, 'select 1 from purchases where id = $1', [id])).length > 0;
}

async function isChosenAt({ url }: PostgresCluster, { name }: BankSide): Promise<boolean> {
  return (await ask(url, 'select 1 from "chosenBanks" where provider = $1', [name])).length > 0;
}

async function readLagSeconds(): Promise<number> {
  const { text } = await visitor.get('/metrics', { authorization: `Bearer ${TOKEN}` });
  return Number(/^store_replication_lag_seconds (\S+)$/m.exec(text)?.[1]);
}

async function isStandby({ url }: PostgresCluster): Promise<unknown> {
  return (await ask(url, 'select pg_is_in_recovery() as answer'))[0]?.answer;
}

async function ask(url: string, text: string, values: unknown[] = []): Promise<{ answer?: unknown }[]> {
  const client = new Connection(url);
  await client.connect();
  try {
    return (await client.query<{ answer?: unknown }>(text, values)).rows;
  } finally {
    await client.end();
  }
}

function portOf({ url }: PostgresCluster): number {
  return Number(new URL(url).port);
}

function addressOf(...ports: number[]): string {
  const url = new URL(first.url);
  return first.url.replace(url.host, ports.map((port) => `127.0.0.1:${port}`).join(','));
}
