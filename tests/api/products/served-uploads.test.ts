import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { send } from '../../support/calls/raw-http.ts';

const store = startStoreForFile();

const statusOf = async (path: string) => (await send(store.url, path)).status;

test('a video that becomes a product’s download is no longer public', async () => {
  const uploads = join(store.folder, 'uploads');
  await copyFile(join(uploads, 'grade-cinema.webm'), join(uploads, 'curso.webm'));
  expect(await statusOf('/uploads/curso.webm')).toBe(200);

  await store
    .database()
    .updateTable('products')
    .set({ downloadUrl: '/uploads/curso.webm' })
    .where('id', '=', 'lote')
    .execute();
  for (const path of ['/uploads/curso.webm', '/uploads/%63urso.webm', '//uploads/curso.webm', '/uploads//curso.webm']) {
    expect(await statusOf(path), path).toBe(404);
  }
  expect(await statusOf('/uploads/grade-cinema.webm')).toBe(200);
});

test('the placeholder gives way to the owner’s own image', async () => {
  const uploads = join(store.folder, 'uploads');
  const ours = await send(store.url, '/uploads/default-product.png');
  expect([ours.status, ours.headers['content-type']]).toEqual([200, 'image/png']);

  await copyFile(join(uploads, 'grade-cinema.webm'), join(uploads, 'half-done'));
  await rename(join(uploads, 'half-done'), join(uploads, 'default-product.png'));
  expect((await send(store.url, '/uploads/default-product.png')).bytes.equals(ours.bytes)).toBe(false);
});

test.each(['/_image?href=/demo/lote.webp&f=png&w=4000', '/_image', '/%5fimage?href=/og.jpg&f=webp', '/_image/'])(
  'image transformation of %s is not available to visitors',
  async (path) => {
    const response = await send(store.url, path);
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).not.toMatch(/^image/);
  },
);

test('a schema error without its own text is reported in Portuguese', async () => {
  const response = await send(store.url, '/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    body: '{}',
  });
  expect([response.status, JSON.parse(response.text).message]).toEqual([415, 'Envie os dados em UTF-8.']);
});

test('a logout over https deletes the cookie with its own attributes', async () => {
  const settings = { SITE_URL: 'https://loja.test', ALLOW_SANDBOX: 'true', DEMO_DATA: 'false' };
  await store.restart(settings);
  const headers = { host: 'loja.test', 'content-type': 'application/json', origin: 'https://loja.test' };
  const body = JSON.stringify(store.admin);
  const login = await send(store.url, '/api/auth/login', { method: 'POST', headers, body });
  const [cookie = ''] = (login.headers['set-cookie'] ?? '').split(';');
  expect(cookie).toMatch(/^__Host-session=[\w-]{43}$/);

  const logout = await send(store.url, '/api/logout', { headers: { host: 'loja.test', cookie } });
  expect(logout.headers['set-cookie']).toMatch(/^__Host-session=deleted;.*Expires=Thu, 01 Jan 1970/);
  for (const attribute of ['Secure', 'HttpOnly', 'Path=/']) expect(logout.headers['set-cookie']).toContain(attribute);
  const status = await send(store.url, '/api/auth/status', { headers: { host: 'loja.test', cookie } });
  expect(JSON.parse(status.text)).toEqual({ isAuthenticated: false });
});
