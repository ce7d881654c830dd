import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listInstances } from '#db/queries/instances.ts';
import { findCurrentBank } from '#db/queries/payments/chosen-banks.ts';
import type { Database } from '#db/tables.ts';
import type { Activation } from '#src/wire/licenses/plugin-calls.ts';
import type { AdminCategory } from '#src/wire/products/categories.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { SETTINGS } from '#src/wire/upkeep/settings-table.ts';
import { openApiPixSide, openMercadoPagoSide } from '../support/banks/real-banks.ts';
import { typedBank } from '../support/banks/typed-bank.ts';
import { type ApiResponse, login, openClient } from '../support/calls/client.ts';
import { inParallel } from '../support/calls/in-parallel.ts';
import { from, tryLogin } from '../support/calls/logins.ts';
import { type MailServer, openMailServer } from '../support/calls/smtp.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { type SeveralProcesses, startSeveral } from '../support/postgres/several-processes.ts';
import { actAtSandbox, buy, expectStatus, order, orderInTurn, startPurchase } from '../support/purchases/buy.ts';
import { bankSays } from '../support/purchases/purchases.ts';
import { recordFigure, scaled } from '../support/scale.ts';
import { sandboxSide } from '../support/store/kill-under-load.ts';
import type { Store } from '../support/store/store.ts';
import { pidOf } from '../support/store/store-process.ts';
import { expectEachMailOnce } from '../support/worlds/expect-each-mail-once.ts';
import { expectNothingLostOrTwice, pollAll } from '../support/worlds/expect-nothing-lost.ts';
import { givenFreeKeys, testRaces } from '../support/worlds/races.ts';
import { chooseBank, ORDERS, orderOnce, orderOverSwitch } from '../support/worlds/switch-bank.ts';

let office: MailServer;
let several: SeveralProcesses;
let database: PostgresDatabase;
let front: Store;
let one: Store;
let two: Store;
let three: Store;

beforeAll(async () => {
  office = await openMailServer();
  database = await createDatabase();
  several = await startSeveral(3, {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    UNPAID_PER_ADDRESS: '5000',
    SMTP_URL: office.url,
    DRAIN_SECONDS: '1',
    // The sandbox, until the screen says another.
    PAYMENT_PROVIDER: '',
  });
  front = several.front;
  [one, two, three] = several.processes as [Store, Store, Store];
});
afterAll(async () => {
  await several.stop();
  await database.leave();
  await office.close();
});

test('three first starts at once make one shop, with one administrator and one demo catalog', async () => {
  const books = front.database();
  expect(await books.selectFrom('users').select('id').where('isAdmin', '=', 1).execute()).toHaveLength(1);
  const products = await books.selectFrom('products').select('name').execute();
  expect(products.length).toBeGreaterThan(10);
  expect(new Set(products.map(({ name }) => name)).size).toBe(products.length);
  for (const store of several.processes) expect((await openClient(store.url).get('/')).status).toBe(200);
});

test('what the owner sets at one process counts at the others, on their kept pages too', async () => {
  const visitors = [two, three].map((store) => openClient(store.url));
  for (const visitor of visitors) expect((await visitor.get('/')).text).toContain('Corte Final');
  const body = { values: { claim: 'Corte em metade do tempo.' }, before: { claim: SETTINGS.claim.byDefault } };
  expect((await (await login(one)).put('/api/admin/settings/store', body)).status).toBe(200);

  expect((await openClient(one.url).get('/')).text).toContain('Corte em metade do tempo.');
  for (const visitor of visitors) {
    await expect.poll(async () => (await visitor.get('/')).text).toContain('Corte em metade do tempo.');
  }
});

test('three processes sign with one key, and give a key of three places to three computers', async () => {
  const owner = await login(one);
  await owner.put('/api/admin/products/grade-cinema', { machineLimit: 3 });
  const { id } = await buy(openClient(two.url), { productId: 'grade-cinema' });
  const { activationKey: key } = (
    await openClient(three.url).get(`/api/payments/license/${id}`)
  ).json<LicenseResponse>();
  const clients = several.processes.map((store) => openClient(store.url));
  const activate = (at: number) =>
    (clients[at % 3] ?? openClient(one.url)).post('/api/licenses/activate', {
      key,
      fingerprint: `fingerprint of machine ${at}`,
    });

  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, at) => activate(at)));

  const codes = outcomes.map((response) => response.json<Activation>().code);
  expect(codes.filter((code) => code === 'activated')).toHaveLength(3);
  expect(codes.filter((code) => code === 'machine_limit')).toHaveLength(47);
  const published = await Promise.all(
    clients.map(async (client) => (await client.get('/api/licenses/keys.json')).text),
  );
  expect(new Set(published).size).toBe(1);
  expect(JSON.parse(published[0] ?? '').keys).toHaveLength(1);
});

test('each process is listed, and one of them leads', async () => {
  const pids = await Promise.all(several.processes.map((store) => pidOf(store)));
  const listed = async () => (await listInstances(front.database(), 10_000)).map(({ pid }) => String(pid)).sort();
  await expect.poll(listed).toEqual([...pids].sort());
  await expect.poll(async () => (await leaders()).length).toBe(1);
});

test('a purchase page at one process hears at once of a payment at another', async ({ task }) => {
  const visitor = openClient(one.url);
  const { purchaseId, transactionId } = await startPurchase(visitor, { productId: 'onda-audio' });
  const closing = new AbortController();
  const stream = await openClient(two.url).fetch(`/api/payments/purchase/${purchaseId}/events`, {
    signal: closing.signal,
  });
  const paidAt = performance.now();
  await actAtSandbox(openClient(three.url), transactionId, 'pay');
  let heard = '';
  const text = new TextDecoder();
  for await (const chunk of stream.body ?? []) {
    heard += text.decode(chunk, { stream: true });
    if (heard.includes('COMPLETED')) break;
  }
  const heardAfterMs = performance.now() - paidAt;
  closing.abort();
  recordFigure(task, { name: 'a payment is shown by another process', value: heardAfterMs, unit: 'ms', under: 1_000 });
  // The heartbeat would tell it after 15 s.
  expect(heardAfterMs).toBeLessThan(12_000);
});

test('a new name is on the pages of every process at once, and also where nobody told them', async ({ task }) => {
  const owner = await login(one);
  const shownBy = async (store: Store) => (await openClient(store.url).get('/')).text;
  const areAllShowing = async (name: string) => {
    const pages = await Promise.all(several.processes.map(shownBy));
    return pages.map((page) => page.includes(name));
  };
  expect((await owner.put('/api/admin/products/lote', { name: 'Lote de agora' })).status).toBe(200);
  const savedAt = performance.now();
  await expect.poll(() => areAllShowing('Lote de agora'), { interval: 50 }).toEqual([true, true, true]);
  recordFigure(task, {
    name: 'a page is new everywhere',
    value: performance.now() - savedAt,
    unit: 'ms',
    under: 1_000,
  });

  // A process whose clock is an hour behind, and whose notice was lost, would do so.
  const updatedAt = new Date(Date.now() - 3_600_000).toISOString();
  await front
    .database()
    .updateTable('products')
    .set({ name: 'Lote de ontem', updatedAt })
    .where('id', '=', 'lote')
    .execute();
  await expect.poll(() => areAllShowing('Lote de ontem'), { interval: 200 }).toEqual([true, true, true]);
});

test('a category that one process names, orders or removes is so on the pages of the others', async ({ task }) => {
  const owner = await login(one);
  const pages = () => Promise.all([two, three].map(async (store) => (await openClient(store.url).get('/')).text));
  const chips = async () =>
    (await pages()).map((page) => [...page.matchAll(/name="categoria" value="([^"]+)"/g)].map(([, id]) => id ?? ''));
  const longest: number[] = [];
  const expectSoon = async (isShown: () => Promise<boolean>) => {
    const changedAt = performance.now();
    await expect.poll(isShown, { interval: 50, timeout: 10_000 }).toBe(true);
    longest.push(performance.now() - changedAt);
  };
  const everywhere = (text: string, isThere = true) =>
    expectSoon(async () => (await pages()).every((page) => page.includes(text) === isThere));

  await pages();
  const made = await owner.post('/api/admin/categories', { name: 'Retrato' });
  const { id } = expectStatus(made, 201).json<AdminCategory>();
  expectStatus(await owner.put('/api/admin/products/onda-audio', { categoryId: id }), 200);
  await everywhere('>Retrato<');

  expectStatus(await owner.put(`/api/admin/categories/${id}`, { name: 'Beleza', openedName: 'Retrato' }), 200);
  await everywhere('>Beleza<');
  expect((await openClient(three.url).get(`/categorias/${id}`)).text).toContain('Beleza');

  const openedIds = (await owner.get('/api/admin/categories')).json<AdminCategory[]>().map((category) => category.id);
  const ids = [id, ...openedIds.filter((other) => other !== id)];
  expect(
    (await chips()).map((shown) => shown.indexOf(id)),
    'last before',
  ).not.toContain(1);
  expectStatus(await owner.put('/api/admin/categories', { ids, openedIds }), 200);
  await expectSoon(async () => (await chips()).every((shown) => shown.filter((chip) => chip !== 'all')[0] === id));

  // A process whose notice was lost would do so: each compares for itself.
  await front
    .database()
    .updateTable('categories')
    .set({ name: 'Rosto', plainName: 'rosto' })
    .where('id', '=', id)
    .execute();
  await everywhere('>Rosto<');

  expectStatus(await owner.delete(`/api/admin/categories/${id}?moveTo=`), 200);
  await everywhere('>Rosto<', false);
  expect((await openClient(two.url).get(`/categorias/${id}`)).status).toBe(404);
  recordFigure(task, { name: 'a category is new everywhere', value: Math.max(...longest), unit: 'ms', under: 4_000 });
});

test('a session begun at one process is known to the others, and ends for all', async () => {
  const owner = await login(one);
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const statusAt = async (store: Store) =>
    (await openClient(store.url).get('/api/admin/dashboard-stats', { cookie })).status;
  expect(await Promise.all(several.processes.map(statusAt))).toEqual([200, 200, 200]);
  await openClient(two.url).get('/api/logout', { cookie });
  expect(await Promise.all(several.processes.map(statusAt))).toEqual([401, 401, 401]);
});

test('wrong passwords count together, at whichever process they arrive', async () => {
  const guess = { email: front.admin.email, password: 'senha-errada' };
  const tries: number[] = [];
  for (let at = 0; at < 9; at += 1) {
    tries.push((await tryLogin(several.processes[at % 3] ?? one, guess, from('192.0.2.66'))).status);
  }
  expect(tries).toEqual([...Array.from({ length: 8 }, () => 401), 429]);
  expect((await tryLogin(two, front.admin, from('192.0.2.67'))).status).toBe(200);
});

test('each receipt is sent once, although three processes send', async () => {
  const buyers = scaled(30, 300);
  await inParallel(buyers, 12, (buyer) =>
    buy(openClient(front.url), { productId: 'onda-audio', customerEmail: `recibo${buyer}@exemplo.com.br` }),
  );
  expect(await expectEachMailOnce(front, office, 'recibo')).toBe(buyers);
});

testRaces(() => front);

test('a bank that is exchanged while three processes take 200 orders loses no payment and charges nobody twice, nor does a process killed before it goes by the next', async () => {
  const [apiPix, mercadoPago] = await Promise.all([openApiPixSide(), openMercadoPagoSide()]);
  expect(await orderOverSwitch(front, apiPix, mercadoPago)).toBe(ORDERS);

  // The save is committed, and its process waits to read it.
  const owner = await login(one);
  const audit = await lockTable('audit');
  const saving = owner.put('/api/admin/bank', typedBank(apiPix)).catch(() => null);
  await expect.poll(() => waitingFor('audit')).toBe(1);
  const saved = lockTable('chosenBanks');
  await expect.poll(() => waitingFor('chosenBanks')).toBeGreaterThan(0);
  audit.release();
  const banks = await saved;
  await one.kill();
  banks.release();
  expect(await saving).toBeNull();
  expect(await findCurrentBank(front.database())).toMatchObject({ provider: 'pix' });
  await one.restart();
  // Nobody told the others, so they charge at the former one until their next beat.
  for (const store of several.processes) {
    const charged = async () => (await orderOnce(front, openClient(store.url))).row;
    await expect.poll(charged, { interval: 200 }).toMatchObject({ provider: 'pix', chargeState: 'open' });
  }

  await chooseBank(await login(front), { name: 'sandbox', settings: {} });
  await Promise.all([apiPix.close(), mercadoPago.close()]);
});

test('when the leader dies another leads, and unpaid orders are still polled', async () => {
  await expect.poll(async () => (await leaders()).length).toBe(1);
  const [leader] = await leaders();
  if (!leader) throw new Error('nobody leads');
  await leader.kill();
  await expect.poll(async () => (await leaders()).filter((store) => store !== leader).length).toBe(1);
  const { purchaseId } = await startPurchase(openClient(front.url), { productId: 'onda-audio' });
  await bankSays(front, purchaseId, { state: 'paid', paidAt: new Date().toISOString() });
  await pollAll(front);
  await expect.poll(() => statusOf(purchaseId)).toBe('COMPLETED');
  await leader.restart();
});

test('one process after the other goes over to a new version with a migration in between, while buyers order and pay', async ({
  task,
}) => {
  await givenFreeKeys(front, 'lote', scaled(500, 2_000));
  const closing = new AbortController();
  const bought: string[] = [];
  const buyOn = async () => {
    const visitor = openClient(front.url);
    while (!closing.signal.aborted) {
      const key = { 'Idempotency-Key': crypto.randomUUID() };
      const ordered = await repeated(() => order(visitor, { productId: 'lote' }, key));
      const { transactionId } = ordered.json<{ transactionId: string }>();
      await repeated(() => visitor.post(`/api/sandbox/pix/${transactionId}/pay`));
      await repeated(() => visitor.get('/'));
      bought.push(transactionId);
      await wait(scaled(300, 0));
    }
  };
  const buyers = Promise.all(Array.from({ length: 4 }, buyOn));
  for (const [index, store] of several.processes.entries()) {
    await store.restart();
    await wait(300);
    // The others still run, and start again, on the schema of a version that they do not know.
    if (index === 0) await widenSchema(front.database());
  }
  closing.abort();
  await buyers;
  recordFigure(task, { name: 'orders during the restarts', value: bought.length });
  expect(new Set(bought).size).toBe(bought.length);
  await expectNothingLostOrTwice(front, await sandboxSide(front));
});

/** Repeats as a browser and a bank do what a store asks to be repeated. */
async function repeated(call: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let tries = 1; ; tries += 1) {
    const response = await call();
    if (response.status === 200) return response;
    if (response.status !== 503 || tries === 50) throw new Error(`${response.status}: ${response.text}`);
    await wait(200);
  }
}

async function widenSchema(books: Database): Promise<void> {
  await sql`alter table purchases add column "ofTheNextVersion" text`.execute(books);
  await sql`alter table products add column "ofTheNextVersion" text`.execute(books);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-next-version', '2027-01-01T00:00:00.000Z')`.execute(
    books,
  );
}

test('a process whose clock is 25 s ahead gives no key, coupon or mail twice', async () => {
  const shift = {
    NODE_OPTIONS: `--import=${new URL('../support/store/shifted-clock.mjs', import.meta.url)}`,
    CLOCK_AHEAD_MS: '25000',
  };
  await two.restart(shift);
  const [buyers, keys, uses] = [40, 25, 10];
  const named = `relogio-${crypto.randomUUID()}-`;
  await givenFreeKeys(front, 'lote', keys);
  const coupon = front.database().updateTable('coupons').set({ maxUses: uses, used: 0 });
  await coupon.where('code', '=', 'VERAO12').execute();
  const before = await soldWithCoupon();
  await inParallel(buyers, 20, async (buyer) => {
    const customerEmail = `${named}${buyer}@exemplo.com.br`;
    const wanted = { productId: 'lote', customerEmail };
    const ownAddress = from(`198.51.102.${buyer}`);
    const discounted = await orderInTurn(openClient(front.url), { ...wanted, couponCode: 'VERAO12' }, ownAddress);
    const { transactionId } =
      discounted.status === 200
        ? discounted.json<{ transactionId: string }>()
        : await startPurchase(openClient(front.url), wanted);
    await Promise.all(several.processes.map((store) => actAtSandbox(openClient(store.url), transactionId, 'pay')));
  });
  expect((await soldWithCoupon()) - before).toBe(uses);
  const sold = () =>
    front
      .database()
      .selectFrom('purchases')
      .leftJoin('activationKeys', 'activationKeys.itemId', 'purchases.id')
      .select(['key', 'purchases.status'])
      .where('customerEmail', 'like', `${named}%`)
      .execute();
  const given = async () => (await sold()).flatMap(({ key }) => key ?? []);
  expect((await sold()).map(({ status }) => status)).toEqual(Array.from({ length: buyers }, () => 'COMPLETED'));
  await expect.poll(given).toHaveLength(keys);
  expect(new Set(await given()).size).toBe(keys);
  await expectEachMailOnce(front, office, named);
});

/** Nobody else reads or writes it until it is released. */
async function lockTable(table: 'audit' | 'chosenBanks'): Promise<{ release: () => void }> {
  const [isLocked, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = front
    .database()
    .transaction()
    .execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      isLocked.resolve();
      await isReleased.promise;
    });
  await Promise.race([isLocked.promise, holding]);
  return { release: isReleased.resolve };
}

async function waitingFor(table: string): Promise<number> {
  const waiting = sql<{ count: string }>`
    select count(*) from pg_locks join pg_class on pg_class.oid = pg_locks.relation
    where relname = ${table} and not granted`;
  return Number((await waiting.execute(front.database())).rows[0]?.count);
}

async function leaders(): Promise<Store[]> {
  const instances = await listInstances(front.database(), 6_000);
  const pids = new Set(instances.filter(({ isLeader }) => isLeader === 1).map(({ pid }) => String(pid)));
  const found = await Promise.all(
    several.processes.map(async (store) => (pids.has(await pidOf(store).catch(() => '')) ? [store] : [])),
  );
  return found.flat();
}

async function statusOf(id: string): Promise<string> {
  const purchase = front.database().selectFrom('purchases').select('status').where('id', '=', id);
  return (await purchase.executeTakeFirstOrThrow()).status;
}

async function soldWithCoupon(): Promise<number> {
  const redeemed = front
    .database()
    .selectFrom('redemptions')
    .innerJoin('coupons', 'coupons.id', 'redemptions.couponId');
  const rows = await redeemed
    .select('purchaseId')
    .where('code', '=', 'VERAO12')
    .where('state', 'in', ['HELD', 'USED'])
    .execute();
  return rows.length;
}
