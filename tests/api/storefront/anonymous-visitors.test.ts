import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';

/** Read from the pages themselves: a call or a screen that is added later is asked too. */
const pages = fileURLToPath(new URL('../../../src/pages/', import.meta.url));
const files = (await readdir(pages, { recursive: true })).sort();
const calls = await Promise.all(files.filter(isOwnersCall).map(readCall));
const screens = files.filter((file) => /^admin\/.+\.astro$/.test(file)).map(addressOf);

const store = startStoreForFile();
const colleague = 'sessao-de-quem-nao-administra';

beforeAll(async () => {
  await openSessionOfNoAdministrator();
});

test('the list of admin routes is not empty', () => {
  expect(calls.length).toBeGreaterThan(30);
  expect(screens.length).toBeGreaterThan(12);
});

describe.each(calls)('$address', ({ address, methods }) => {
  test.each(methods)('%s requires an administrator', async (method) => {
    const ask = (cookie?: string) =>
      openClient(store.url).fetch(address, {
        method,
        headers: { 'Content-Type': 'application/json', ...(cookie && { Cookie: `session=${cookie}` }) },
        ...(method !== 'GET' && { body: '{}' }),
      });
    const anonymous = await ask();
    expect([anonymous.status, await codeOf(anonymous)]).toEqual([401, 'unauthenticated']);
    const other = await ask(colleague);
    expect([other.status, await codeOf(other)]).toEqual([403, 'forbidden']);
  });
});

test.each(screens)('%s redirects strangers to the login and contains no data', async (address) => {
  for (const cookie of ['', `session=${colleague}`]) {
    const response = await openClient(store.url).fetch(address, { redirect: 'manual', headers: { Cookie: cookie } });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login']);
    expect(await response.text()).not.toMatch(/<script|astro-island|Grade Cinema/);
  }
});

function isOwnersCall(file: string): boolean {
  return /^api\/(?:admin\/.+|upload)\.ts$/.test(file);
}

async function readCall(file: string) {
  const source = await readFile(`${pages}${file}`, 'utf8');
  const methods = [...source.matchAll(/^export const (GET|POST|PUT|PATCH|DELETE|ALL)\b/gm)].map(
    ([, name]) => name ?? '',
  );
  return { address: addressOf(file), methods: methods.map((name) => (name === 'ALL' ? 'GET' : name)) };
}

/** Whatever stands for an id gets one that does not exist. */
function addressOf(file: string): string {
  const path = file.replace(/\.(?:ts|astro)$/, '').replace(/(?:^|\/)index$/, '');
  return `/${path.replace(/\[\.\.\.[^\]]+\]|\[[^\]]+\]/g, 'nao-existe')}`;
}

async function codeOf(response: Response): Promise<string> {
  const { code }: { code: string } = await response.json();
  return code;
}

/** No login gives one, so it is put into the books. */
async function openSessionOfNoAdministrator(): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const user = {
    id: 'colega',
    email: 'colega@loja.test',
    name: 'Colega',
    passwordHash: '-',
    isAdmin: 0,
    isAffiliate: 1,
    isActive: 1,
    createdAt: new Date().toISOString(),
  } as const;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(colleague));
  const id = Buffer.from(digest).toString('hex');
  await store.database().insertInto('users').values(user).execute();
  await store
    .database()
    .insertInto('sessions')
    .values({ id, user_id: 'colega', expires_at: now + 3_600, created_at: now })
    .execute();
}
