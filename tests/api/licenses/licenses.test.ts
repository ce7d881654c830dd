import { createHash } from 'node:crypto';
import { verifyAsync } from '@noble/ed25519';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import { actionText } from '#src/wire/audit/audit-text.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { KeyMachines } from '#src/wire/licenses/machines.ts';
import type { Activation, LatestVersion, OfflineLicense } from '#src/wire/licenses/plugin-calls.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { buy, expectStatus } from '../../support/purchases/buy.ts';
import { fingerprintInTicket, openWithOpenssl } from '../../support/purchases/tickets.ts';
import { SHARED_SECRET } from '../../support/shared-secret.ts';
import { runCommand } from '../../support/store/run-command.ts';

const PRODUCT = 'grade-cinema';
const MACHINE = { fingerprint: 'f7c1-41aa-studio-one', machineName: 'Ilha 1', platform: 'macOS 26', host: 'Premiere' };

const store = startStoreForFile({ SITE_URL: 'http://127.0.0.1:{port}' });
const plugin = openClientForFile(store);
const owner = loginForFile(store);

beforeAll(async () => {
  await editProduct({ machineLimit: 2 });
});

const editProduct = (changes: object) => owner.put(`/api/admin/products/${PRODUCT}`, changes);
const call = (name: string, body: object) => plugin.post(`/api/licenses/${name}`, body);
const activate = async (body: object) => (await call('activate', body)).json<Activation>();
const publicKeys = async () => (await plugin.get('/api/licenses/keys.json')).json<{ keys: Record<string, string>[] }>();

/** The purchase can no longer be given up, so that tickets have their whole time. */
async function givenKey(productId = PRODUCT): Promise<{ itemId: string; key: string }> {
  const paid = await buy(plugin, { productId });
  const at = new Date(Date.now() - 10 * DAY_MS).toISOString();
  await store.database().updateTable('purchases').set({ completedAt: at }).where('id', '=', paid.id).execute();
  await store.database().updateTable('activationKeys').set({ assignedAt: at }).where('itemId', '=', paid.id).execute();
  const { activationKey } = (await plugin.get(`/api/payments/license/${paid.id}`)).json<LicenseResponse>();
  return { itemId: paid.id, key: activationKey ?? '' };
}

describe('a ticket of the running store', () => {
  test('is good for openssl and for @noble/ed25519, and says what it should', async () => {
    const { itemId, key } = await givenKey();
    const activated = await activate({ key, productId: PRODUCT, ...MACHINE });
    if (!activated.valid) throw new Error(activated.message);
    const [signer] = (await publicKeys()).keys;

    const opened = await openWithOpenssl(activated.ticket, signer?.['x'] ?? '');

    expect(opened.isGenuine).toBe(true);
    expect(opened.header).toMatchObject({ alg: 'EdDSA', kid: signer?.['kid'] });
    const { iat, exp, sub, ...claims } = opened.claims;
    expect(claims).toEqual({ iss: store.url, pid: PRODUCT, fp: fingerprintInTicket(MACHINE.fingerprint) });
    expect(daysOf(Number(exp) - Number(iat))).toBe(30);
    expect(activated.expiresAt).toBe(new Date(Number(exp) * 1000).toISOString());
    expect(sub).toMatch(/^\w{32}$/);
    expect(JSON.stringify(opened.claims)).not.toMatch(new RegExp(`${key}|${itemId}|Ilha|@`));
    expect(await isGoodForNoble(activated.ticket, signer?.['x'] ?? '')).toBe(true);
  });

  test('is not good once a character of it changed, or under another key', async () => {
    const { key } = await givenKey();
    const activated = await activate({ key, ...MACHINE });
    if (!activated.valid) throw new Error(activated.message);
    const [signer] = (await publicKeys()).keys;
    const [header = '', claims = '', signature = ''] = activated.ticket.split('.');
    const longer = Buffer.from(JSON.stringify({ ...JSON.parse(decode(claims)), exp: 9_999_999_999 })).toString(
      'base64url',
    );
    const forged = `${header}.${longer}.${signature}`;

    expect((await openWithOpenssl(forged, signer?.['x'] ?? '')).isGenuine).toBe(false);
    expect(await isGoodForNoble(forged, signer?.['x'] ?? '')).toBe(false);
    const stranger = 'VCpo2LMLhn6iWku8MKvSLg2ZAoC-nlOyPVQaO3FxVeQ';
    expect((await openWithOpenssl(activated.ticket, stranger)).isGenuine).toBe(false);
  });

  test('comes anew with each check, by the days of the product', async () => {
    const { key } = await givenKey();
    await editProduct({ offlineDays: 7 });
    await activate({ key, ...MACHINE });
    const checked = (await call('validate', { key, fingerprint: MACHINE.fingerprint })).json<{ ticket: string }>();
    await editProduct({ offlineDays: 30 });

    const { iat, exp } = JSON.parse(decode(checked.ticket.split('.')[1] ?? ''));
    expect(daysOf(exp - iat)).toBe(7);
  });
});

test('the public keys hold no private part, and one signs after a restart too', async () => {
  const { keys } = await publicKeys();
  expect(keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), use: 'sig', alg: 'EdDSA' },
  ]);
  await store.end();
  await store.restart();
  expect((await publicKeys()).keys).toEqual(keys);
});

test('the link to the latest version brings its very bytes, and nothing once it is changed', async () => {
  const { key } = await givenKey('curva-motion');
  const asked = { productId: 'curva-motion', version: '1.0', platform: 'windows', key };
  const { update } = (await call('latest', asked)).json<{ update: LatestVersion | null }>();
  const address = new URL(update?.downloadUrl ?? '');
  const file = await store
    .database()
    .selectFrom('releaseFiles')
    .select(['sizeBytes', 'sha256'])
    .where('id', '=', address.pathname.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow();
  const response = await fetch(address, { headers: { origin: 'null' } });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-expose-headers')).toContain('Content-Disposition');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, bytes.length]).toEqual([200, file.sizeBytes]);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
  const later = new URL(address);
  later.searchParams.set('until', String(Number(address.searchParams.get('until')) + 600));
  expect((await fetch(later)).status).toBe(404);
});

test('the key that signs is retired without a restart, and what it signed stays good', async () => {
  const retire = async (...words: string[]) => {
    const { code, stdout } = await runCommand('signing-key.mjs', words, {
      folder: store.folder,
      settings: { DATABASE_URL: store.databaseUrl, SHARED_SECRET },
    });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\.\n$/)]);
    return stdout;
  };
  const { key } = await givenKey();
  const sign = async () => {
    const activated = await activate({ key, productId: PRODUCT, ...MACHINE });
    if (!activated.valid) throw new Error(activated.message);
    return activated.ticket;
  };
  const signerOf = async (ticket: string) => {
    const { kid } = JSON.parse(decode(ticket.split('.')[0] ?? ''));
    const known = (await publicKeys()).keys.find((each) => each['kid'] === kid);
    expect((await openWithOpenssl(ticket, known?.['x'] ?? '')).isGenuine).toBe(true);
    return kid;
  };
  const before = await sign();
  const former = await signerOf(before);

  expect(await retire('--prepare')).toContain('Próxima chave');
  expect((await publicKeys()).keys).toHaveLength(2);
  expect(await signerOf(await sign()), 'plugins learn the next one before it signs').toBe(former);

  expect(await retire()).toContain(`Chave ${former} aposentada.`);
  const next = await signerOf(await sign());
  expect(next).not.toBe(former);
  expect(await signerOf(before)).toBe(former);

  expect(await retire(), 'without a prepared one another is made').toContain(`Chave ${next} aposentada.`);
  expect((await publicKeys()).keys).toHaveLength(3);
  const { items } = (await owner.get('/api/admin/audit?kind=key&page=1')).json<Page<AuditEntry>>();
  expect(items.map(actionText).filter((text) => text.includes('assina'))).toEqual([
    'Aposentou a chave que assinava licenças',
    'Aposentou a chave que assinava licenças',
    'Criou a próxima chave que assina licenças',
  ]);
});

test('a check without a fingerprint answers as it always did', async () => {
  const { key } = await givenKey();
  const valid = {
    valid: true,
    code: 'valid',
    product: { id: PRODUCT, name: expect.any(String) },
    purchasedAt: expect.any(String),
  };
  expect((await call('validate', { key })).json()).toEqual(valid);
  expect((await call('validate', { key: 'NAO-EXISTE' })).json()).toEqual({ valid: false, code: 'unknown' });
  expect((await call('validate', { key, fingerprint: MACHINE.fingerprint })).json()).toEqual({
    valid: false,
    code: 'not_activated',
    message: 'Este computador não está ativado com esta chave. Ative-o para continuar.',
  });
});

test('a third computer is refused with a message for the plugin, until the buyer frees one', async () => {
  const { itemId, key } = await givenKey();
  await activate({ key, ...MACHINE });
  await activate({ key, fingerprint: 'f7c1-41aa-studio-two', machineName: 'Ilha 2' });
  const third = { key, fingerprint: 'f7c1-41aa-studio-three' };

  const refused = await activate(third);
  expect(refused).toMatchObject({ valid: false, code: 'machine_limit', machines: { used: 2, limit: 2 } });
  const host = new URL(store.url).host;
  expect(refused).toHaveProperty(
    'message',
    expect.stringMatching(
      new RegExp(
        `em 2 de 2 computadores: Ilha \\d \\(visto hoje\\) e Ilha \\d \\(visto hoje\\)\\. Libere um em ${host}/minhas-compras\\.$`,
      ),
    ),
  );

  const path = `/api/payments/machines/${itemId}`;
  const { machines } = expectStatus(await plugin.get(path), 200).json<KeyMachines>();
  const chosen = machines.find(({ name }) => name === 'Ilha 2');
  const left = expectStatus(await plugin.post(`${path}/release`, { machineId: chosen?.id }), 200).json<KeyMachines>();
  expect(left).toMatchObject({
    used: 1,
    limit: 2,
    machines: [{ name: 'Ilha 1', platform: 'macOS 26', host: 'Premiere' }],
  });
  expect(await activate(third)).toMatchObject({ valid: true, code: 'activated' });
  expect((await plugin.get('/api/payments/machines/nao-existe')).status).toBe(404);
});

test('the buyer takes a ticket to a computer without internet', async () => {
  const { itemId, key } = await givenKey();
  const told = { k: key, p: PRODUCT, f: 'f7c1-41aa-no-network', n: 'Ilha sem rede' };
  const request = `CF1.${Buffer.from(JSON.stringify(told)).toString('base64url')}`;

  const given = (await plugin.post(`/api/payments/machines/${itemId}/offline`, { request })).json<OfflineLicense>();

  const [signer] = (await publicKeys()).keys;
  const { isGenuine, claims } = await openWithOpenssl(given.ticket, signer?.['x'] ?? '');
  expect([isGenuine, claims['fp']]).toEqual([true, fingerprintInTicket(told.f)]);
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe((365 * DAY_MS) / 1000);
  expect((await call('offline', { request })).json()).toMatchObject({ valid: true, code: 'already_active' });
  const broken = await plugin.post(`/api/payments/machines/${itemId}/offline`, { request: request.slice(0, -4) });
  expect([broken.status, broken.json()]).toMatchObject([
    422,
    { fields: { request: 'Este código não parece certo. Copie tudo, de CF1. até o fim.' } },
  ]);
});

test('a computer with a license file holds its place after its release, until the owner frees it', async () => {
  const { itemId, key } = await givenKey();
  const told = { k: key, p: PRODUCT, f: 'f7c1-41aa-no-network', n: 'Ilha sem rede' };
  const request = `CF1.${Buffer.from(JSON.stringify(told)).toString('base64url')}`;
  const path = `/api/payments/machines/${itemId}`;
  const given = (await plugin.post(`${path}/offline`, { request })).json<OfflineLicense>();
  await activate({ key, ...MACHINE });

  const left = expectStatus(await plugin.post(`${path}/release`, { machineId: given.machine.id }), 200);

  const held = { id: given.machine.id, releasedAt: expect.any(String), offlineUntil: given.expiresAt };
  expect(left.json<KeyMachines>()).toMatchObject({ used: 2, limit: 2 });
  expect(left.json<KeyMachines>().machines).toContainEqual(expect.objectContaining(held));
  const refused = await activate({ key, fingerprint: 'f7c1-41aa-studio-three' });
  const name = expect.objectContaining({ name: 'Ilha sem rede', offlineUntil: given.expiresAt });
  expect(refused).toMatchObject({ code: 'machine_limit', machines: { list: expect.arrayContaining([name]) } });
  const list = `/api/admin/activation-keys?machines=full&q=${key}&page=1`;
  const [found] = (await owner.get(list)).json<{ items: { id: string }[] }>().items;
  const freed = await owner.post(`/api/admin/activation-keys/${found?.id}/release`, { machineId: given.machine.id });
  expect(expectStatus(freed, 200).json()).toMatchObject({ used: 1, machines: [{ name: 'Ilha 1' }] });
  expect(await activate({ key, fingerprint: 'f7c1-41aa-studio-three' })).toMatchObject({ code: 'activated' });
});

test('the owner sees, limits and frees, behind the gate of the keys and with a trace', async () => {
  const { key } = await givenKey();
  await activate({ key, ...MACHINE });
  await activate({ key, fingerprint: 'f7c1-41aa-studio-two', machineName: 'Ilha 2' });
  const list = `/api/admin/activation-keys?machines=full&q=${key}&page=1`;
  const found = (await owner.get(list)).json<{ items: { id: string; machines: object }[]; total: number }>();
  expect(found).toMatchObject({ total: 1, items: [{ key, machines: { used: 2, limit: 2 } }] });
  const path = `/api/admin/activation-keys/${found.items[0]?.id}`;

  expect((await plugin.get(`${path}/machines`)).status).toBe(401);
  expect((await owner.put(`${path}/limit`, { machineLimit: 1 })).json()).toMatchObject({ code: 'machines_in_use' });
  expect((await owner.put(`${path}/limit`, { machineLimit: 101 })).status).toBe(422);
  expect((await owner.put(`${path}/limit`, { machineLimit: 5 })).json()).toMatchObject({ used: 2, limit: 5 });
  expect((await owner.get(list)).json()).toMatchObject({ total: 0 });
  expect((await owner.post(`${path}/release`, {})).json()).toMatchObject({ used: 0, machines: [] });
  expect((await owner.post(`${path}/release`, { machineId: 'nao-existe' })).status).toBe(404);
  const trail = (await owner.get('/api/admin/audit?kind=key&page=1')).json<{ items: { action: string }[] }>();
  expect(trail.items.slice(0, 2).map(({ action }) => action)).toEqual(['key.release', 'key.limit']);
  expect((await owner.get('/api/admin/machines/statistics')).json()).toHaveProperty('products');
});

test('each wrong field has its sentence', async () => {
  const refused = await call('activate', { key: 'CF-1', fingerprint: 'short', machineName: 'x'.repeat(61) });
  expect([refused.status, refused.json()]).toMatchObject([
    422,
    {
      fields: {
        fingerprint: 'Envie de 16 a 256 caracteres que identifiquem o computador.',
        machineName: 'O nome do computador pode ter até 60 caracteres.',
      },
    },
  ]);
});

test('a known key answers 60 times in ten minutes, and others go on', async () => {
  const [{ key }, other] = [await givenKey(), await givenKey()];
  const statuses: number[] = [];
  for (let at = 0; at < 61; at += 1) statuses.push((await call('validate', { key })).status);

  expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
  const refused = await call('activate', { key, ...MACHINE });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await call('validate', { key: other.key })).status).toBe(200);
});

describe('a product whose keys the shop makes', () => {
  test('spends its pool first, then never runs out, and forgives a careless hand', async () => {
    expect((await editProduct({ keySource: 'made' })).json()).toMatchObject({
      fields: { keyPrefix: 'Use de 2 a 6 letras maiúsculas, sem acentos, como CORTE.' },
    });
    const product = (await editProduct({ keySource: 'made', keyPrefix: 'corte' })).json<AdminProduct>();
    expect(product).toMatchObject({
      keySource: 'made',
      keyPrefix: 'CORTE',
      machineLimit: 2,
      offlineDays: 30,
      idleDays: 90,
    });
    const { key: pooled } = await givenKey();
    expect(pooled).not.toMatch(/^CORTE-/);
    await store
      .database()
      .deleteFrom('activationKeys')
      .where('productId', '=', PRODUCT)
      .where('assignedAt', 'is', null)
      .execute();

    const { key } = await givenKey();

    expect(key).toMatch(/^CORTE(?:-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
    const careless = ` ${key.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect((await call('validate', { key: careless })).json()).toMatchObject({ valid: true });
    expect((await call('activate', { key: careless, ...MACHINE })).json()).toMatchObject({ valid: true });
    expect((await call('validate', { key: pooled.toLowerCase() })).json()).toEqual({ valid: false, code: 'unknown' });
    expect((await call('validate', { key: swapLast(key) })).json()).toEqual({ valid: false, code: 'unknown' });
  });
});

/** The last symbol but one becomes another. */
/** The end is set first, and the ticket is signed up to seconds later. */
function daysOf(seconds: number): number {
  return Math.round((seconds * 1000) / DAY_MS);
}

function swapLast(key: string): string {
  return `${key.slice(0, -2)}${key.at(-2) === 'X' ? 'Y' : 'X'}${key.at(-1)}`;
}

function isGoodForNoble(ticket: string, publicKey: string): Promise<boolean> {
  const [header, claims, signature = ''] = ticket.split('.');
  return verifyAsync(
    Buffer.from(signature, 'base64url'),
    Buffer.from(`${header}.${claims}`),
    Buffer.from(publicKey, 'base64url'),
  );
}

function decode(part: string): string {
  return Buffer.from(part, 'base64url').toString('utf8');
}
