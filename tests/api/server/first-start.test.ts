import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { openClient } from '../../support/calls/client.ts';
import { send } from '../../support/calls/raw-http.ts';
import { type Store, startStoreProcess } from '../../support/store/store.ts';

let store: Store;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-start-'));
});
afterEach(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

test('generated passwords are printed at the first start, work, and are not printed again', async () => {
  store = await startStoreProcess({ ADMIN_PASSWORD: '', ADMIN_GATE_PASSWORD: '' });
  const [, password = ''] = /senha {2}(\S{20,})\n/.exec(store.output()) ?? [];
  const [, gate = ''] = /Senha das portas de produtos e chaves: (\S{20,})\n/.exec(store.output()) ?? [];
  expect(password).not.toBe(gate);
  const owner = openClient(store.url);
  expect((await owner.post('/api/auth/login', { email: store.admin.email, password })).status).toBe(200);
  expect((await owner.post('/api/admin/gates/products', { password: gate })).status).toBe(200);
  const before = store.output().length;
  await store.restart();
  const later = () => store.output().slice(before);
  await expect.poll(later).toContain('está aberta em');
  expect(later()).not.toMatch(/senha/i);
  expect((await owner.get('/api/auth/user')).status).toBe(200);
});

test('a first start on a taken port prints the generated passwords, and the next start continues', async () => {
  const neighbour = await startStoreProcess({ DEMO_DATA: 'false' });
  const printed = await startInVain(new URL(neighbour.url).port);
  await neighbour.stop();
  const password = /senha {2}(\w{25})\n/.exec(printed)?.[1] ?? '';
  expect(printed).toMatch(/Senha das portas de produtos e chaves: \w{25}\n/);
  expect(password).not.toBe('');

  store = await startStoreProcess(environment());
  expect(store.output()).not.toContain(password);
  expect(store.output()).not.toMatch(/senha {2}/);
  const client = openClient(store.url);
  const login = { email: 'admin@loja.local', password };
  expect((await client.post('/api/auth/login', login)).status).toBe(200);
  expect((await client.get('/api/public/products')).json<PublicProduct[]>().length).toBeGreaterThanOrEqual(12);
});

test('a new store behind https opens without the demo data', async () => {
  store = await startStoreProcess({ SITE_URL: 'https://loja.test', ALLOW_SANDBOX: 'true', DEMO_DATA: '' });
  const products = await send(store.url, '/api/public/products', { headers: { host: 'loja.test' } });
  expect([products.status, products.text]).toEqual([200, '[]']);
});

function environment(): Record<string, string> {
  return {
    DATABASE_URL: `file:${join(folder, 'store.sqlite')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    MAIL_DIR: join(folder, 'mail'),
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    ADMIN_GATE_PASSWORD: '',
  };
}

/** Returns what a store prints that cannot listen. */
async function startInVain(port: string): Promise<string> {
  const main = fileURLToPath(new URL('../../../src/server/main.mjs', import.meta.url));
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main], { cwd: folder, env: { PATH, ...environment(), PORT: port } });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  expect(code).toBe(1);
  return printed;
}
