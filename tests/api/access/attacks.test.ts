import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PLUGIN_CALLS } from '#src/wire/licenses/licenses.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { handleAffiliates } from '../../support/purchases/affiliates.ts';
import { buy } from '../../support/purchases/buy.ts';
import { mailTo } from '../../support/purchases/buyers.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);
const owner = loginForFile(store);
const { makeAffiliate } = handleAffiliates(() => ({ store, owner }));

const PAGES = 'src/pages';
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Each address of the shop that writes, with the methods that its file declares. */
function listWrites(): { method: string; path: string }[] {
  return globSync('**/*.{ts,astro}', { cwd: PAGES })
    .filter((file) => !/(?:^|\/)_/.test(file))
    .flatMap((file) => {
      const text = readFileSync(`${PAGES}/${file}`, 'utf8');
      const path = `/${file.replace(/\.(?:ts|astro)$/, '').replace(/(?:^|\/)index$/, '')}`.replace(
        /\[(?:\.\.\.)?\w+\]/g,
        'x',
      );
      const methods = file.endsWith('.astro')
        ? ['POST'].filter(() => text.includes("'POST'"))
        : WRITES.filter((method) => text.includes(`export const ${method} =`));
      return methods.map((method) => ({ method, path }));
    });
}

describe('a page of another site', () => {
  const writes = listWrites().filter(({ path }) => !PLUGIN_CALLS.some((call) => call === path));

  test('writes nothing with the session of an administrator, at any address', async () => {
    expect(writes.length).toBeGreaterThan(120);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const foreign: Record<string, string>[] = [
      { origin: 'https://attacker.example' },
      { origin: store.url, 'sec-fetch-site': 'same-site' },
    ];
    const passed: string[] = [];
    for (const { method, path } of writes) {
      for (const headers of foreign) {
        const form = { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers };
        const answer = await send(store.url, path, { method, headers: form, body: 'intent=leave' });
        if (answer.status !== 403 || !answer.text.includes('bad_origin')) passed.push(`${method} ${path}`);
      }
    }
    expect(passed).toEqual([]);
  });

  test('ends no session, also from another host of the same domain', async () => {
    for (const site of ['cross-site', 'same-site']) {
      await owner.get('/api/logout', { 'sec-fetch-site': site });
      expect((await owner.get('/api/auth/status')).json()).toMatchObject({ isAuthenticated: true });
    }
  });
});

test('no address of ours leads to another host', async () => {
  const { couponCode } = await makeAffiliate();
  const elsewhere = ['//attacker.example', '/..//attacker.example', '/.//attacker.example', '/\\attacker.example'];
  const ways = [...elsewhere, 'https://attacker.example', '/%09/attacker.example', '/x/../..//attacker.example/%2e'];
  const paths = [
    ...ways.map((way) => `/a/${couponCode}?para=${encodeURIComponent(way)}`),
    ...['//attacker.example/admin', '//attacker.example/', '/\\attacker.example/admin', '/admin//attacker.example/..'],
    `/admin/ajuda?tela=${encodeURIComponent('//attacker.example')}`,
  ];
  const hosts = new Set<string>();
  for (const path of paths) {
    const { headers } = await send(store.url, path, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });
    if (headers['location']) hosts.add(new URL(headers['location'], store.url).host);
  }
  expect([...hosts]).toEqual([new URL(store.url).host]);
});

describe('a name that every object has', () => {
  const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

  test.each(NAMES)('%s is no notice of a page', async (name) => {
    const { id } = await buy(visitor, { customerName: 'Ana', customerEmail: 'ana@exemplo.com.br', productId: 'lote' });
    const purchase = `/purchase/success/${id}`;
    for (const path of ['/parceiros', '/parceiros/inscricao', '/minhas-compras', '/conta/novo-email', purchase]) {
      const [plain, named] = [await visitor.get(path), await visitor.get(`${path}?aviso=${name}`)];
      expect([named.status, named.text.includes('native code')], path).toEqual([plain.status, false]);
      expect(Math.abs(named.text.length - plain.text.length), path).toBeLessThan(200);
    }
  });

  test('in a body changes no object, and no field that the call does not have', async () => {
    const body = `{"__proto__":{"isAdmin":true,"polluted":1},"constructor":{"prototype":{"polluted":1}},
      "customerName":"Ana","customerEmail":"polluted@exemplo.com.br","paymentMethod":"pix","productId":"lote",
      "totalCents":1,"status":"COMPLETED","isAdmin":true,"couponCode":null,"discountCents":999999}`;
    const headers = { 'content-type': 'application/json' };
    const made = await send(store.url, '/api/payments/create', { method: 'POST', headers, body });
    expect(made.status).toBe(200);
    const row = await store
      .database()
      .selectFrom('purchases')
      .selectAll()
      .where('customerEmail', '=', 'polluted@exemplo.com.br')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'PENDING', couponCode: null });
    expect(row.totalCents).toBeGreaterThan(1);
    expect((await openClient(store.url).get('/api/auth/status')).json()).toEqual({ isAuthenticated: false });
  });
});

test.each([
  '/uploads/..%2f..%2fstore.sqlite',
  '/uploads/%2e%2e/%2e%2e/package.json',
  '/uploads/..\\..\\package.json',
  '/_astro/../../../package.json',
  '/_astro/..%2f..%2f..%2fpackage.json',
  '/demo/%2e%2e%2f%2e%2e%2fpackage.json',
  '/.env',
  '/.git/config',
  '/db/store.sqlite',
  '/uploads/',
  '/_astro/',
])('%s gives no file', async (path) => {
  const { status, text } = await send(store.url, path);
  expect([400, 403, 404, 405], path).toContain(status);
  expect(text).not.toMatch(/"dependencies"|SQLite format|\[core\]/);
});

test('of ten who use the link of a partner at once, one enters', async () => {
  const { email } = await makeAffiliate();
  await visitor.fetch('/parceiros', { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' });
  const mail = await mailTo(store, email, /^Seu link de parceiro/);
  const t = /entrar\?t=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  const entered = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const one = openClient(store.url);
      await one.fetch('/parceiros/entrar', { method: 'POST', body: new URLSearchParams({ t }), redirect: 'manual' });
      return (await one.get('/api/partner')).status;
    }),
  );
  expect(entered.filter((status) => status === 200)).toHaveLength(1);
});

test('a push service inside of the network is never called', async () => {
  const publicKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  const device = { publicKey, authSecret: 'BTBZMqHH6r4Tts7J_aSIgg' };
  for (const endpoint of ['http://127.0.0.1/', 'ftp://127.0.0.1/', 'file:///etc/passwd', 'x']) {
    const refused = await owner.post('/api/admin/account/notifications/devices', { ...device, endpoint });
    expect(refused.status, endpoint).toBe(422);
  }
});
