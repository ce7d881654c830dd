import { randomBytes, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCertificate, updateCertificate } from '#db/queries/address/certificates.ts';
import { findIncident } from '#db/queries/upkeep/incidents.ts';
import { giveUpAddress, removeAddress, saveAddress, showAddress } from '#src/domain/address/address.ts';
import { certificateItems } from '#src/domain/address/certificate-attention.ts';
import { keepCertificate } from '#src/domain/address/keep-certificate.ts';
import type { Shop } from '#src/domain/shop.ts';
import { watchIncidents } from '#src/domain/upkeep/incidents.ts';
import { showReadiness } from '#src/domain/upkeep/readiness.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { AuthorityPorts, TestAuthority } from '../../support/authority/authority.ts';
import { type FakeAuthority, openFakeAuthority } from '../../support/authority/fake-authority.ts';
import { openPebble, PEBBLE } from '../../support/authority/pebble.ts';
import { DOMAIN, openShopAtDomain, visit } from '../../support/authority/shop-at-domain.ts';
import { problem } from '../../support/authority/signed-requests.ts';
import { freePort } from '../../support/store/free-port.ts';
import { type OpenTestShop, openTestShop } from '../../support/store/shop.ts';

const TYPED = { domain: DOMAIN, isAgreed: true } as const;

/** The limits are those of one administrator. */
let owner = { id: '' };
let opened: OpenTestShop;
let ports: AuthorityPorts;
let fake: FakeAuthority;
let at: Awaited<ReturnType<typeof openShopAtDomain>>;
let unfollow = () => {};

beforeAll(async () => {
  opened = await openTestShop();
  ports = { http: await freePort(), https: await freePort() };
  fake = await openFakeAuthority(ports);
});
afterAll(async () => {
  await fake.close();
  await opened.close();
});
beforeEach(async () => {
  fake.refuseOrders(null);
  fake.orders.length = 0;
  owner = { id: randomUUID() };
});
afterEach(async () => {
  unfollow();
  await at.listeners.close();
  for (const table of ['certificates', 'challenges', 'encryptedSettings'] as const) {
    await opened.shop.db.deleteFrom(table).execute();
  }
  await opened.shop.db.deleteFrom('settings').where('key', '=', 'address').execute();
});

async function open(authority: TestAuthority, more: Partial<Parameters<typeof openShopAtDomain>[0]> = {}) {
  const shop: Shop = { ...opened.shop, address: { ...opened.shop.address, allowsSandbox: true } };
  at = await openShopAtDomain({ shop, authority, ports, ...more });
  unfollow = await at.follow();
}

async function reopen(...how: Parameters<typeof open>) {
  unfollow();
  await at.listeners.close();
  await open(...how);
}

const later = (ms: number): Shop => ({ ...at.shop, clock: { now: () => new Date(Date.now() + ms) } });
const rowOf = () => findCertificate(at.shop.db, DOMAIN);

const plain = (path: string): Promise<{ status: number | undefined; location: string | undefined }> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: ports.http, path, headers: { host: DOMAIN }, agent: false };
    get(options, ({ statusCode: status, headers: { location } }) => resolve({ status, location })).on('error', reject);
  });

describe.each([
  ['our own authority', async () => fake],
  ...(PEBBLE ? [['Pebble', () => openPebble(ports)] as const] : []),
] as const)('a certificate of %s', (name, openAuthority) => {
  let authority: TestAuthority;
  beforeAll(async () => {
    authority = await openAuthority();
  });
  afterAll(async () => {
    if (name === 'Pebble') await authority.close();
  });

  test('is ordered, served, and renewed at two thirds of its life', async () => {
    await open(authority);
    await saveAddress(at.shop, owner, TYPED);
    expect(await showAddress(at.shop)).toMatchObject({ domain: DOMAIN, isInUse: false, certificate: null });
    await expect(visit(ports.https, authority.root)).rejects.toThrow(/handshake failure/);
    expect(await plain('/loja')).toMatchObject({ status: 503 });

    await keepCertificate(at.shop);
    await at.listeners.refresh();
    expect(await showAddress(at.shop)).toMatchObject({ isInUse: true, problem: null });
    expect(at.moves).not.toEqual([]);
    const first = await visit(ports.https, authority.root);
    expect(first.text).toBe('the shop');
    expect(await plain('/loja?a=1')).toEqual({ status: 301, location: `https://${DOMAIN}/loja?a=1` });

    const row = await rowOf();
    const [start, end] = [Date.parse(row?.startsAt ?? ''), Date.parse(row?.endsAt ?? '')];
    const renewsIn = start + ((end - start) * 2) / 3 - Date.now();
    await keepCertificate(later(renewsIn - MINUTE_MS));
    expect((await rowOf())?.storedAt).toBe(row?.storedAt);
    await keepCertificate(later(renewsIn + MINUTE_MS));
    await at.listeners.refresh();
    const second = await visit(ports.https, authority.root);
    expect(second.serial).not.toBe(first.serial);

    const kept = await at.shop.db.selectFrom('encryptedSettings').selectAll().execute();
    const audit = await at.shop.db.selectFrom('audit').selectAll().execute();
    expect(kept.map(({ name: kind }) => kind).sort()).toEqual([
      `certificate account ${authority.directory}`,
      `certificate ${DOMAIN}`,
    ]);
    expect(JSON.stringify([kept, audit, await showAddress(at.shop)])).not.toContain('PRIVATE KEY');
    expect(await at.shop.db.selectFrom('challenges').selectAll().execute()).toEqual([]);
  });

  test('comes by the handshake where only 443 answers', async () => {
    await open(authority, { reached: { http: await freePort(), https: ports.https } });
    await saveAddress(at.shop, owner, TYPED);
    await keepCertificate(at.shop);
    await at.listeners.refresh();
    expect(await showAddress(at.shop)).toMatchObject({ isInUse: true, problem: null });
    expect((await visit(ports.https, authority.root)).text).toBe('the shop');
  });
});

const BINDING = { kid: 'conta-7', hmacKey: randomBytes(32).toString('base64url') };

test.each<[name: string, open: typeof openPebble]>([
  ['our own authority', openFakeAuthority],
  ...(PEBBLE ? ([['Pebble', openPebble]] satisfies [string, typeof openPebble][]) : []),
])('%s that opens accounts itself is told of the one that the owner has there', async (_, openAuthority) => {
  const authority = await openAuthority(ports, BINDING);
  await open(authority);
  await saveAddress(at.shop, owner, TYPED);
  await keepCertificate(at.shop);
  expect((await showAddress(at.shop)).problem?.sentence).toContain(
    'Informe no servidor ACME_EAB_KEY_ID e ACME_EAB_KEY',
  );

  const other = { ...BINDING, hmacKey: randomBytes(32).toString('base64url') };
  await reopen(authority, { binding: other });
  await saveAddress(at.shop, owner, TYPED);
  await keepCertificate(at.shop);
  expect((await showAddress(at.shop)).problem?.sentence).toMatch(/recusou o pedido\. Ela respondeu: /);

  await reopen(authority, { binding: BINDING });
  await saveAddress(at.shop, owner, TYPED);
  await keepCertificate(at.shop);
  expect(await showAddress(at.shop)).toMatchObject({ isInUse: true, problem: null });
  expect(JSON.stringify(await at.shop.db.selectFrom('encryptedSettings').selectAll().execute())).not.toContain(
    BINDING.hmacKey,
  );
  await authority.close();
});

describe('an order that fails', () => {
  test('waits for what the authority asks, also through a restart, and goes on serving the former one', async () => {
    await open(fake);
    await saveAddress(at.shop, owner, TYPED);
    await keepCertificate(at.shop);
    await at.listeners.refresh();
    const { serial } = await visit(ports.https, fake.root);
    const row = await rowOf();
    const [start, end] = [Date.parse(row?.startsAt ?? ''), Date.parse(row?.endsAt ?? '')];
    const due = start + ((end - start) * 2) / 3 - Date.now() + MINUTE_MS;
    fake.refuseOrders(problem(429, 'rateLimited', 'Too many orders.', { 'Retry-After': '7200' }));

    await keepCertificate(later(due));
    expect(await rowOf()).toMatchObject({ failures: 1, storedAt: row?.storedAt });
    const { problem: told } = await showAddress(later(due));
    expect(told?.sentence).toContain('pediu para esperar');
    expect(Date.parse(told?.retryAt ?? '') - Date.parse(told?.at ?? '')).toBe(2 * HOUR_MS);
    await keepCertificate(later(due + HOUR_MS));
    expect((await rowOf())?.failures).toBe(1);
    await keepCertificate(later(due + 2 * HOUR_MS + MINUTE_MS));
    expect((await rowOf())?.failures).toBe(2);
    expect((await visit(ports.https, fake.root)).serial).toBe(serial);

    expect(await certificateItems(later(end - Date.now() - 15 * DAY_MS))).toEqual([]);
    const near = later(end - Date.now() - 13 * DAY_MS);
    expect(await certificateItems(near)).toMatchObject([{ tone: 'danger', title: expect.stringContaining(DOMAIN) }]);
    await watchIncidents(near);
    expect(await findIncident(near.db, 'certificate')).toMatchObject({ isTold: 1 });
    expect((await showReadiness(near)).find(({ id }) => id === 'address')).toMatchObject({ state: 'warn' });

    fake.refuseOrders(null);
    await keepCertificate(later(due + 9 * HOUR_MS));
    expect(await rowOf()).toMatchObject({ failures: 0, problem: null });
  });

  test('says what the challenge found, pauses longer each time, and is tried again at the owner’s word', async () => {
    await open(fake);
    const elsewhere = await openFakeAuthority({ http: await freePort(), https: await freePort() });
    await reopen(elsewhere);
    await saveAddress(at.shop, owner, TYPED);
    await keepCertificate(at.shop);
    const row = await rowOf();
    expect(row).toMatchObject({
      failures: 1,
      problem: expect.stringContaining(`não encontrou esta loja em ${DOMAIN}`),
    });
    const pause = () => rowOf().then((one) => Date.parse(one?.retryAt ?? '') - Date.parse(one?.failedAt ?? ''));
    expect(await pause()).toBe(15 * MINUTE_MS);
    await keepCertificate(at.shop);
    expect((await rowOf())?.failures).toBe(1);
    await saveAddress(at.shop, owner, TYPED);
    await keepCertificate(at.shop);
    expect([(await rowOf())?.failures, await pause()]).toEqual([2, HOUR_MS]);
    await elsewhere.close();
  });

  test('costs nothing at the authority where the domain leads elsewhere, and says to where', async () => {
    const [addresses, ownAddresses] = [['203.0.113.9'], ['198.51.100.4']];
    await open(fake, { addresses: [], ownAddresses });
    await saveAddress(at.shop, owner, TYPED);
    await keepCertificate(at.shop);
    expect((await rowOf())?.problem).toContain(`O domínio ${DOMAIN} ainda não aponta para nenhum servidor`);
    await reopen(fake, { ownAddresses });
    Object.assign(at.shop.address.network, { lookUp: async () => addresses, readChallenge: async () => null });
    Object.assign(at.shop.address.network, { showsChallenge: async () => false });
    await keepCertificate(later(HOUR_MS));
    expect((await rowOf())?.problem).toContain(
      `O domínio ${DOMAIN} aponta para 203.0.113.9; este servidor é 198.51.100.4.`,
    );
    expect(fake.orders).toEqual([]);
  });

  test('is tried with staging first, whose certificate nobody is shown', async () => {
    await open(fake);
    const staging = await openFakeAuthority(ports);
    await reopen(fake, { staging: staging.directory });
    staging.refuseOrders(problem(403, 'rejectedIdentifier', 'This domain is forbidden.'));
    await saveAddress(at.shop, owner, TYPED);
    await keepCertificate(at.shop);
    expect((await rowOf())?.problem).toContain('This domain is forbidden.');
    expect([staging.orders.length, fake.orders.length]).toEqual([0, 0]);
    staging.refuseOrders(null);
    await keepCertificate(later(HOUR_MS));
    expect([staging.orders.length, fake.orders.length]).toEqual([1, 1]);
    await updateCertificate(at.shop.db, DOMAIN, {
      endsAt: '2026-01-01T00:00:00.000Z',
      startsAt: '2025-10-01T00:00:00.000Z',
    });
    await keepCertificate(later(2 * HOUR_MS));
    expect([staging.orders.length, fake.orders.length]).toEqual([1, 2]);
    await staging.close();
  });

  test('outlives nonces that the authority forgot', async () => {
    await open(fake, { reached: { http: await freePort(), https: ports.https } });
    const { refresh } = at.shop.address.listeners;
    Object.assign(at.shop.address.listeners, {
      async refresh() {
        fake.forgetNonces();
        await refresh();
      },
    });
    await saveAddress(at.shop, owner, TYPED);
    await keepCertificate(at.shop);
    expect((await rowOf())?.failures).toBe(0);
  });
});

test('an address that was given up leaves the shop where it answers', async () => {
  await open(fake);
  await saveAddress(at.shop, owner, TYPED);
  await giveUpAddress(at.shop, owner);
  await keepCertificate(at.shop);
  expect(await showAddress(at.shop)).toMatchObject({ domain: null, isInUse: false });
  expect(fake.orders).toEqual([]);
  await expect(giveUpAddress(at.shop, owner)).rejects.toMatchObject({ code: 'in_use' });
});

describe('a shop that moved on to another domain', () => {
  const NEXT = 'nova.exemplo.com.br';

  beforeEach(async () => {
    await open(fake);
    await saveAddress(at.shop, owner, TYPED);
    await keepCertificate(at.shop);
    await saveAddress(at.shop, owner, { ...TYPED, domain: NEXT });
    await keepCertificate(at.shop);
  });

  test('has the former one renewed as long as that leads to it, and says where it does not', async () => {
    const row = await rowOf();
    expect(await showAddress(at.shop)).toMatchObject({
      domain: NEXT,
      isInUse: true,
      former: [{ domain: DOMAIN, endsAt: row?.endsAt, problem: null }],
    });
    const [start, end] = [Date.parse(row?.startsAt ?? ''), Date.parse(row?.endsAt ?? '')];
    const renewsIn = start + ((end - start) * 2) / 3 - Date.now();
    await updateCertificate(at.shop.db, NEXT, { endsAt: new Date(end + 365 * DAY_MS).toISOString() });
    await keepCertificate(later(renewsIn + MINUTE_MS));
    expect(fake.orders.map(({ domain }) => domain)).toEqual([DOMAIN, NEXT, DOMAIN]);
    expect((await rowOf())?.storedAt).not.toBe(row?.storedAt);

    await updateCertificate(at.shop.db, DOMAIN, { startsAt: row?.startsAt ?? '', endsAt: row?.endsAt ?? '' });
    Object.assign(at.shop.address.network, { readChallenge: async () => null, showsChallenge: async () => false });
    await keepCertificate(later(renewsIn + MINUTE_MS));
    const [former] = (await showAddress(at.shop)).former;
    expect(former?.problem).toContain(DOMAIN);
    expect(await showAddress(at.shop)).toMatchObject({ domain: NEXT, isInUse: true, problem: null });
  });

  test('goes back to it by the certificate that is still there', async () => {
    await saveAddress(at.shop, owner, TYPED);
    expect(await showAddress(at.shop)).toMatchObject({ domain: DOMAIN, isInUse: false });
    await keepCertificate(at.shop);
    expect(await showAddress(at.shop)).toMatchObject({ domain: DOMAIN, isInUse: true, former: [{ domain: NEXT }] });
    expect(fake.orders).toHaveLength(2);
  });
});

test('a domain that is taken out is answered until the shop has opened without it', async () => {
  await open(fake);
  await expect(removeAddress(at.shop, owner)).rejects.toMatchObject({ code: 'not_in_use' });
  await saveAddress(at.shop, owner, TYPED);
  await keepCertificate(at.shop);
  unfollow();
  unfollow = await at.follow(true);
  at.moves.length = 0;

  expect(await removeAddress(at.shop, owner)).toMatchObject({ domain: null, isInUse: false, former: [] });
  // The change before it may be told as late as this one.
  await expect.poll(() => at.moves).not.toEqual([]);
  expect((await visit(ports.https, fake.root)).text).toBe('the shop');
  unfollow();
  unfollow = await at.follow();
  await expect(visit(ports.https, fake.root)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const [entry] = await at.shop.db.selectFrom('audit').select('action').orderBy('id', 'desc').limit(1).execute();
  expect(entry?.action).toBe('settings.remove_address');
});
