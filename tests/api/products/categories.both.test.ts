import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#src/wire/audit/audit.ts';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { Category } from '#src/wire/products/categories.ts';
import { type AdminCategory, STANDING_CATEGORIES } from '#src/wire/products/categories.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { expectStatus } from '../../support/purchases/buy.ts';

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
const owner = loginForFile(store);
const visitor = openClientForFile(store);

const create = async (name: string) =>
  expectStatus(await owner.post('/api/admin/categories', { name }), 201).json<AdminCategory>();
const addProduct = async (fields: object) =>
  expectStatus(
    await owner.post('/api/admin/products', {
      name: 'Pele Natural',
      price: 10,
      downloadUrl: 'https://arquivos.test/a.zip',
      ...fields,
    }),
    201,
  ).json<AdminProduct>();
const found = async (query: string) =>
  (await owner.get(`/api/admin/products?page=1&${query}`)).json<Page<AdminProduct>>().items.map(({ name }) => name);
const text = async (path: string) => (await visitor.get(path)).text;

describe('a category with a product on sale', () => {
  let category: AdminCategory;
  let product: AdminProduct;
  let filled: string;

  beforeAll(async () => {
    // Fills the page cache.
    filled = await text('/');
    category = await create('Retrato e Pele');
    product = await addProduct({ categoryId: category.id });
  });

  test('has a chip, a page without a script, and a line in the sitemap', async () => {
    expect(filled).not.toContain('Retrato');
    const storefront = await text('/');
    expect(storefront).toContain('<input type="radio" name="categoria" value="retrato-e-pele"');
    expect(storefront).toContain(`href="/categorias/${category.id}"`);
    const page = await visitor.get('/categorias/retrato-e-pele');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Retrato e Pele · Corte Final</title>');
    expect(page.text).toMatch(/<link rel="canonical" href="[^"]+\/categorias\/retrato-e-pele">/);
    expect(page.text).toMatch(/<meta name="description" content="1 plugin em Retrato e Pele: Pele Natural\./);
    expect(page.text.match(/data-card(?!s)/g)).toHaveLength(1);
    expect(await text('/sitemap.xml')).toContain('/categorias/retrato-e-pele</loc>');
    expect(await text(`/plugins/${product.slug}`)).toContain('href="/categorias/retrato-e-pele"');
  });

  test('is found by its name, by visitors and in the back-office', async () => {
    expect(await text('/')).toMatch(/data-name="Pele Natural"[^>]*data-terms="[^"]*\bretrato\b/);
    expect(await found('q=RETRATO')).toEqual(['Pele Natural']);
    expect(await found('category=retrato-e-pele')).toEqual(['Pele Natural']);
    expect(await found('category=retrato-e-pele&q=grade')).toEqual([]);
    expect(await found('category=gone')).toEqual([]);
    expect(await found('category=-')).not.toContain('Pele Natural');
    const csv = await text('/api/admin/products/export.csv');
    expect(csv).not.toContain('Pele Natural');
    const lines = (await owner.get('/api/admin/products/export.csv?category=retrato-e-pele')).text.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(';Retrato e Pele;');
  });

  test('is among the public categories, which stay what they were', async () => {
    const categories = (await visitor.get('/api/public/product-categories')).json<Category[]>();
    expect(categories).toEqual([...STANDING_CATEGORIES, { id: category.id, name: category.name }]);
  });

  test('is renamed everywhere at once, under the same address', async () => {
    const change = { name: 'Beleza', openedName: category.name };
    expectStatus(await owner.put(`/api/admin/categories/${category.id}`, change), 200);
    for (const path of [
      '/',
      '/categorias/retrato-e-pele',
      `/plugins/${product.slug}`,
      '/api/public/product-categories',
    ]) {
      expect(await text(path), path).toContain('Beleza');
      expect(await text(path), path).not.toContain('Retrato e Pele');
    }
    const { items } = (await owner.get('/api/admin/audit?kind=product&pageSize=1')).json<Page<AuditEntry>>();
    expect(items).toMatchObject([
      {
        action: 'product.rename_category',
        changes: { name: ['Retrato e Pele', 'Beleza'] },
        subject: { kind: 'category', name: 'Beleza', reference: 'retrato-e-pele' },
      },
    ]);
  });

  test("begins its page and its description with the owner's text, which no later window overwrites", async () => {
    expect(await text('/categorias/retrato-e-pele')).toContain('Tudo o que a loja tem em Beleza.');
    const path = `/api/admin/categories/${category.id}`;
    const change = { name: 'Beleza', openedName: 'Beleza', openedShelfText: '' };
    const typed = ' Pele com textura,\n sem plástico. ';
    expectStatus(await owner.put(path, { ...change, shelfText: typed }), 200);
    const page = await text('/categorias/retrato-e-pele');
    expect(page).toContain('<meta name="description" content="Pele com textura, sem plástico.">');
    expect(page).toMatch(/<p[^>]*>Pele com textura, sem plástico\.<\/p>/);
    expectStatus(await owner.put(path, { ...change, shelfText: 'Outro.' }), 409);
    const long = expectStatus(await owner.put(path, { ...change, shelfText: 'a'.repeat(241) }), 422);
    expect(long.json<ErrorBody>().fields).toEqual({ shelfText: 'Escreva até 240 caracteres.' });
    expectStatus(await owner.put(path, { name: 'Beleza', openedName: 'Beleza' }), 200);
    expect(await text('/categorias/retrato-e-pele')).toContain('Pele com textura');
  });

  test('goes only once it is said where its products go', async () => {
    const refused = expectStatus(await owner.delete(`/api/admin/categories/${category.id}`), 409);
    expect(refused.json<ErrorBody>()).toMatchObject({
      code: 'has_products',
      message: '1 produto está na categoria Beleza. Diga para qual categoria vão antes de excluí-la.',
    });
    expectStatus(await owner.delete(`/api/admin/categories/${category.id}?moveTo=gone`), 422);
    expectStatus(await owner.delete(`/api/admin/categories/${category.id}?moveTo=`), 200);
    expect((await visitor.get('/categorias/retrato-e-pele')).status).toBe(404);
    // A busy store sends the former page on for a moment.
    await expect.poll(() => text('/')).not.toContain('Beleza');
    await expect.poll(() => text('/sitemap.xml')).not.toContain('retrato-e-pele');
    expect(await found('category=-')).toContain('Pele Natural');
  });
});

test('a category without products on sale has no chip and no page', async () => {
  await create('Vazia');
  expect(await text('/')).not.toContain('Vazia');
  expect((await visitor.get('/categorias/vazia')).status).toBe(404);
  expect((await visitor.get('/categorias/constructor')).status).toBe(404);
});

test('a category that is called as another entry names its subject keeps its own name in the trail', async () => {
  const { id } = await create('Unknown');
  const { items } = (await owner.get('/api/admin/audit?kind=product&pageSize=1')).json<Page<AuditEntry>>();
  expect(items).toMatchObject([{ entityId: id, subject: { kind: 'category', name: 'Unknown' } }]);
});

test('visitors read and change nothing', async () => {
  const refused = [
    await visitor.get('/api/admin/categories'),
    await visitor.post('/api/admin/categories', { name: 'Minha' }),
    await visitor.put('/api/admin/categories', { ids: [], openedIds: [] }),
    await visitor.put('/api/admin/categories/vazia', { name: 'Minha', openedName: 'Vazia' }),
    await visitor.delete('/api/admin/categories/vazia'),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
});
