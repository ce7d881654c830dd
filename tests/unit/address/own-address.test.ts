import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDomain, readSettings, type Settings } from '#src/config.ts';
import { showChallenge } from '#src/domain/address/challenges.ts';
import { storeChosenAddress } from '#src/domain/address/chosen-address.ts';
import { buildApp } from '#src/server/requests/app.ts';
import { type OpenShop, openShop } from '#src/server/shop/open-shop.ts';
import { closeServer, listenAnywhere } from '../../support/banks/http.ts';

const DOMAIN = 'loja.exemplo.com.br';

let folder: string;
let settings: Settings;
let opened: OpenShop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-'));
  settings = readSettings({
    DATABASE_URL: `file:${join(folder, 'store.sqlite')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    FILES_DIR: join(folder, 'files'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'false',
    ADMIN_PASSWORD: 'senha-da-dona-42',
  });
  opened = await openShop(settings, pino({ level: 'silent' }));
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

test('the address that the owner chose counts from the next opening on, unless the environment says one', async () => {
  const chosen = { domain: DOMAIN, inUse: DOMAIN, agreedAt: null };
  await storeChosenAddress(opened.shop.db, opened.shop, 'dona', chosen);
  await opened.close();
  opened = await openShop(settings, pino({ level: 'silent' }));
  expect(opened.shop.settings).toMatchObject({ siteUrl: `https://${DOMAIN}`, isHttps: true });
  expect(opened.shop.address.source).toBe('screen');
  await opened.close();
  opened = await openShop(atSite('http://192.0.2.4:4321'), pino({ level: 'silent' }));
  expect(opened.shop.settings).toMatchObject({ siteUrl: 'http://192.0.2.4:4321', isHttps: false });
});

function atSite(SITE_URL: string): Settings {
  return { ...settings, SITE_URL, siteUrl: SITE_URL, isSiteUrlFixed: true };
}

test('a former address leads to it, and goes on for banks and plugins; the machine itself is let in', async () => {
  const app = buildApp({
    ...opened,
    settings: atDomain(settings, DOMAIN),
    log: pino({ level: 'silent' }),
    clientDir: folder,
    astro: async (_request, response) => void response.end('the shop'),
  });
  const server = createServer(app);
  const { port } = new URL(await listenAnywhere(server));
  await showChallenge(opened.shop, DOMAIN, { token: 'token', kind: 'http', response: 'response' });

  const ask = (host: string, path: string, method = 'GET', headers = {}): Promise<[number, string | undefined]> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers: { host, ...headers }, agent: false };
      get(options, (response: IncomingMessage) => {
        response.resume();
        resolve([response.statusCode ?? 0, response.headers.location]);
      }).on('error', reject);
    });
  const former = '203.0.113.9:4321';
  expect(await ask(DOMAIN, '/loja')).toEqual([200, undefined]);
  expect(await ask(former, '/loja?a=1')).toEqual([307, `https://${DOMAIN}/loja?a=1`]);
  expect((await ask(former, '/api/auth/login', 'POST'))[0]).toBe(421);
  expect((await ask(former, '/api/webhooks/pix/x', 'POST'))[0]).toBe(200);
  expect((await ask(former, '/api/licenses/activate', 'POST'))[0]).toBe(200);
  expect((await ask(former, '/.well-known/acme-challenge/token'))[0]).toBe(200);
  expect((await ask(`127.0.0.1:${port}`, '/admin'))[0]).toBe(200);
  const own = { origin: `http://127.0.0.1:${port}` };
  expect((await ask(`127.0.0.1:${port}`, '/api/auth/login', 'POST', own))[0]).toBe(200);
  expect((await ask(`127.0.0.1:${port}`, '/api/auth/login', 'POST', { origin: 'http://mau.test' }))[0]).toBe(403);
  await closeServer(server);
});
