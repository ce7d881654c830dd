import { expect, test } from 'vitest';
import type { ManualFinding } from '#src/wire/manual/manual-pages.ts';
import { loginForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { openClient } from '../../support/calls/client.ts';

const store = startStoreForFile();
const owner = loginForFile(store);

test('the manual is for administrators', async () => {
  const visitor = openClient(store.url);
  for (const path of ['/admin/ajuda', '/admin/ajuda/vendas', '/admin/ajuda/nada']) {
    const page = await visitor.get(path);
    expect([page.status, page.headers.get('location')], path).toEqual([302, '/login']);
    expect(page.text).not.toContain('Reembols');
  }
  const search = await visitor.get('/api/admin/manual?q=reembolso');
  expect(search.status).toBe(401);
  expect(search.text).not.toContain('vendas');
});

test('its pages are in the build, with headings that a link can name', async () => {
  const index = await owner.get('/admin/ajuda');
  expect(index.status).toBe(200);
  expect(index.text).toContain('href="/admin/ajuda/vendas"');
  const page = await owner.get('/admin/ajuda/vendas');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h2 id="reembolsar">');
  expect(page.text).toMatch(/rel="next".*Notas fiscais/s);
});

test('a screen is led to its part', async () => {
  const led = await owner.get('/admin/ajuda?tela=settings:mail');
  expect(led.status).toBe(302);
  expect(decodeURI(led.headers.get('location') ?? '')).toBe('/admin/ajuda/email#pôr-a-conta-de-e-mail-na-loja');
  expect((await owner.get('/admin/ajuda?tela=nada')).status).toBe(200);
});

test('an unknown page is a 404 of the back-office, with the way to the others', async () => {
  for (const path of ['/admin/ajuda/nada', '/admin/ajuda/vendas/nada', '/admin/ajuda/..%2Fvendas']) {
    const page = await owner.get(path);
    expect(page.status, path).toBe(404);
    expect(page.text, path).toContain('Menu do painel');
  }
  expect((await owner.get('/admin/ajuda/nada')).text).toContain('href="/admin/ajuda"');
});

test('the search finds headings, and nothing for nothing', async () => {
  const find = async (query: string) =>
    (await owner.get(`/api/admin/manual${query}`)).json<{ items: ManualFinding[] }>().items;
  expect(await find('?q=esqueci+a+senha')).toContainEqual({
    place: 'problemas#esqueci-a-senha',
    title: 'Esqueci a senha',
    pageTitle: 'Problemas',
  });
  expect(await find('?q=')).toEqual([]);
  expect(await find('')).toEqual([]);
});
