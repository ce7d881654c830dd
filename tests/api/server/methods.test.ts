import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { PLUGIN_CALLS } from '#src/wire/licenses/licenses.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { login } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const REFUSED = { message: 'Este endereço não aceita este método.', code: 'method_not_allowed' };

/** Read from the files themselves: a call that is added later is asked too. */
const folder = fileURLToPath(new URL('../../../src/pages/api/', import.meta.url));
const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts')).sort();
const calls = (await Promise.all(files.map(readCall))).filter(({ methods }) => !methods.includes('ALL'));

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
let cookie: string;

beforeAll(async () => {
  cookie = `session=${(await login(store)).cookies.get('session')}`;
});

describe.each(calls.map((call, at) => ({ ...call, at })))('$address', ({ address, methods, at }) => {
  const isPlugins = PLUGIN_CALLS.some((path) => path === address);
  const others = METHODS.filter((method) => !methods.includes(method) && !(isPlugins && method === 'OPTIONS'));
  const isOwners = /^\/api\/(?:admin\/|upload$)/.test(address);

  test('returns 405 with the allowed methods', async () => {
    const allow = [...methods, ...(methods.includes('GET') && !methods.includes('HEAD') ? ['HEAD'] : [])];
    for (const method of others) {
      const response = await send(store.url, address, { method, headers: { cookie, 'content-length': '0' } });
      expect([response.status, JSON.parse(response.text)], method).toEqual([405, REFUSED]);
      expect(response.headers['allow']?.split(', '), method).toEqual(allow.toSorted());
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  // Who asks is looked at before the method: each call by one of them in turn.
  test('reveals nothing to strangers', async () => {
    const method = others[at % others.length] ?? '';
    const response = await send(store.url, address, { method, headers: { 'content-length': '0' } });
    expect(response.status, method).toBe(isOwners ? 401 : 405);
    expect(response.headers['allow'] === undefined, method).toBe(isOwners);
  });
});

test.each(calls.filter(({ methods }) => methods.includes('GET')))(
  '$address responds to HEAD without a body',
  async ({ address }) => {
    const response = await send(store.url, address, { method: 'HEAD', headers: { cookie } });
    expect(statusesOf(address)).toContain(response.status);
    expect(response.bytes).toHaveLength(0);
    expect(response.headers['cache-control']).toMatch(address === '/api/openapi.json' ? /^public/ : /no-store/);
    if (address === '/api/logout') cookie = `session=${(await login(store)).cookies.get('session')}`;
  },
);

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'])('no page accepts %s', async (method) => {
  for (const path of ['/', '/login', '/admin', '/checkout/lote', '/no-such-page', '/theme.js', '/uploads/a.png']) {
    const response = await send(store.url, path, { method, headers: { 'content-length': '0' } });
    expect([response.status, response.headers['allow'], JSON.parse(response.text)], path).toEqual([
      405,
      'GET, HEAD, POST',
      REFUSED,
    ]);
  }
});

async function readCall(file: string) {
  const source = await readFile(`${folder}${file}`, 'utf8');
  const methods = [...source.matchAll(/^export const ([A-Z]+)\b/gm)].map(([, name = '']) => name);
  const path = file.replace(/\.ts$/, '').replace(/(?:^|\/)index$/, '');
  return { address: `/api/${path.replace(/\[\.\.\.[^\]]+\]|\[[^\]]+\]/g, 'nao-existe')}`, methods };
}

function statusesOf(address: string): number[] {
  if (/^\/api\/(?:buyer\/|partner(?:\/|$))/.test(address)) return [401];
  // Asks for the rows that are chosen.
  return address.endsWith('/notify') ? [422] : [200, 404];
}
