import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { loginForFile, openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { buy, order } from '../../support/purchases/buy.ts';

const PATH = '/api/admin/products';
const PLUGIN = {
  name: 'Névoa Fina',
  description: 'Neblina que respeita a profundidade da cena.',
  price: 'R$ 1.234,5',
  status: 'Ativo',
  downloadUrl: 'https://arquivos.loja.test/névoa.zip',
};

const store = startStoreForFile();
const owner = loginForFile(store);
const visitor = openClientForFile(store);

async function add(fields: object = {}): Promise<AdminProduct> {
  const response = await owner.post(PATH, { ...PLUGIN, ...fields });
  expect(response.status, response.text).toBe(201);
  return response.json<AdminProduct>();
}

const detailsOf = async (id: string) => (await owner.get(`${PATH}/${id}/details`)).json<AdminProduct>();
const trail = async () =>
  store.database().selectFrom('audit').select(['action', 'entityId', 'fields']).orderBy('id').execute();

describe('a new product', () => {
  test('gets defaults for fields that are not sent', async () => {
    const product = await add({ description: ' ' });

    expect(product).toMatchObject({
      name: 'Névoa Fina',
      description: 'Névoa Fina',
      price: 'R$ 1.234,50',
      originalPrice: null,
      status: 'active',
      image: '/uploads/default-product.png',
      categoryId: null,
      isFeatured: false,
      requiresActivation: true,
      videoUrl: null,
      downloads: 0,
      downloadUrl: 'https://arquivos.loja.test/n%C3%A9voa.zip',
      keysAvailable: 0,
      buyersWaiting: 0,
    });
    expect(Date.parse(product.updateDate)).toBeGreaterThan(Date.now() - 60_000);
    expect(await detailsOf(product.id)).toEqual(product);
    const last = (await trail()).at(-1);
    expect(last).toMatchObject({ action: 'product.create', entityId: product.id });
    expect(last?.fields).not.toContain('Névoa');
  });

  test.each(['', 'R$ 0,00', 0])('with the price %j costs nothing and is not on sale', async (price) => {
    for (const status of ['active', undefined]) {
      const product = await add({ price, status });
      expect(product).toMatchObject({ price: 'R$ 0,00', status: 'Em revisão' });
      expect((await visitor.get(`/api/public/products/${product.id}`)).status).toBe(404);
      expect((await order(visitor, { productId: product.id })).status).toBe(404);
    }
    expect(await add({ price, status: 'Inativo' })).toMatchObject({ price: 'R$ 0,00', status: 'Inativo' });
  });

  test.each([
    ['0,5', 'R$ 0,50'],
    ['99', 'R$ 99,00'],
    ['99,9', 'R$ 99,90'],
    ['R$ 99,999', 'R$ 99,99'],
    [89.9, 'R$ 89,90'],
    ['89.90', 'R$ 89,90'],
  ])('with %j costs %s', async (price, shown) => {
    expect((await add({ price })).price).toBe(shown);
  });

  test('keeps an original price only while featured', async () => {
    const plain = await add({ originalPrice: 'R$ 300,00' });
    expect(plain.originalPrice).toBeNull();
    const featured = await add({ price: '200', originalPrice: '300', isFeatured: true, status: 'Inativo' });
    expect(featured.originalPrice).toBe('R$ 300,00');
    const { json } = await owner.put(`${PATH}/${featured.id}`, { isFeatured: false });
    expect(json<AdminProduct>().originalPrice).toBeNull();
  });

  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['/uploads/filme.webm', '/uploads/filme.webm'],
    ['', null],
    [null, null],
  ])('returns the video %j as %j', async (videoUrl, kept) => {
    expect((await add({ videoUrl })).videoUrl).toBe(kept);
  });

  test('gets the slash missing in its image path', async () => {
    expect((await add({ image: 'uploads/capa.webp' })).image).toBe('/uploads/capa.webp');
    expect((await add({ image: 'https://imagens.loja.test/capa.webp' })).image).toBe(
      'https://imagens.loja.test/capa.webp',
    );
  });
});

describe('an invalid product', () => {
  const wrong: [field: string, value: unknown][] = [
    ['name', ''],
    ['name', 'x'.repeat(121)],
    ['name', 7],
    ['description', 'x'.repeat(2_001)],
    ['price', 'grátis'],
    ['price', -1],
    ['price', null],
    ['price', '1e9'],
    ['price', 1.234],
    ['price', 'R$ 0,49'],
    ['price', 0.01],
    ['status', 'Vendido'],
    ['categoryId', 'nao-existe'],
    ['isFeatured', 'talvez'],
    ['requiresActivation', 2],
    ['downloadUrl', ''],
    ['downloadUrl', 'http://arquivos.loja.test/a.zip'],
    ['downloadUrl', 'javascript:alert(1)'],
    ['downloadUrl', 'file:///etc/passwd'],
    ['downloadUrl', '/uploads/../store.sqlite'],
    ['downloadUrl', '/uploads/%2e%2e/store.sqlite'],
    ['downloadUrl', '/uploads/.upload-1'],
    ['downloadUrl', '/etc/passwd'],
    ['downloadUrl', 'https://'],
    ['image', 'javascript:alert(1)'],
    ['image', 'JaVaScRiPt:alert(1)'],
    ['image', 'java\nscript:alert(1)'],
    ['image', 'data:image/svg+xml,<svg onload=alert(1)>'],
    ['image', '//foreign.test/a.png'],
    ['image', '/\\foreign.test/a.png'],
    ['image', 'http://foreign.test/a.png'],
    ['image', '/api/logout'],
    ['image', '/uploads/a\u0000.png'],
    ['videoUrl', 'javascript:alert(1)'],
    ['videoUrl', 'https://vimeo.com/1'],
    ['videoUrl', 'https://youtube.com.foreign.test/watch?v=dQw4w9WgXcQ'],
    ['videoUrl', 'https://www.youtube.com/watch?v="><script>'],
    ['videoUrl', '/uploads/'],
    ['videoUrl', '//foreign.test/uploads/a.mp4'],
    ['videoUrl', 'blob:https://www.youtube.com/1'],
  ];

  test.each(wrong)('%s %j is rejected at its field, and nothing changes', async (field, value) => {
    const kept = await add();
    const count = (await owner.get(PATH)).json<AdminProduct[]>().length;

    for (const response of [
      await owner.post(PATH, { ...PLUGIN, [field]: value }),
      await owner.put(`${PATH}/${kept.id}`, { name: 'Outro nome', [field]: value }),
    ]) {
      expect(response.status).toBe(422);
      expect(response.json<ErrorBody>().fields).toEqual({ [field]: expect.stringMatching(/^\p{Lu}.+\.$/u) });
    }
    expect(await detailsOf(kept.id)).toEqual(kept);
    expect((await owner.get(PATH)).json<AdminProduct[]>()).toHaveLength(count);
  });

  test('without any field reports each required one', async () => {
    const response = await owner.post(PATH, {});
    expect(response.status).toBe(422);
    expect(Object.keys(response.json<ErrorBody>().fields ?? {}).sort()).toEqual(['downloadUrl', 'name', 'price']);
  });
});

describe('an invalid price', () => {
  const FREE = 'Publicar de graça não é possível: o menor valor é R$ 0,50.';
  const TOO_LOW = 'O menor preço de um produto à venda é R$ 0,50.';
  const NOT_ABOVE = 'O preço original aparece riscado: ele precisa ser maior que o preço.';

  test.each([
    ['a product without a price is activated', { price: '', status: 'Em revisão' }, { status: 'active' }, FREE],
    ['an active product loses its price', { price: '10' }, { price: '' }, FREE],
    ['an active product gets too low a price', { price: '10' }, { price: 0.49 }, TOO_LOW],
  ])('is rejected when %s', async (_case, fields, change, message) => {
    const before = await add(fields);
    const response = await owner.put(`${PATH}/${before.id}`, change);
    expect([response.status, response.json<ErrorBody>().fields]).toEqual([422, { price: message }]);
    expect(await detailsOf(before.id)).toEqual(before);
  });

  test.each(['R$ 9,99', '10', 0])('is rejected when %j is struck through beside R$ 10,00', async (originalPrice) => {
    const featured = { price: '10', isFeatured: true, status: 'Inativo' };
    const refused = await owner.post(PATH, { ...PLUGIN, ...featured, originalPrice });
    expect([refused.status, refused.json<ErrorBody>().fields]).toEqual([422, { originalPrice: NOT_ABOVE }]);

    const { id } = await add({ ...featured, originalPrice: '10,01' });
    const raised = await owner.put(`${PATH}/${id}`, { price: '10,01' });
    expect([raised.status, raised.json<ErrorBody>().fields]).toEqual([422, { originalPrice: NOT_ABOVE }]);
    expect((await owner.put(`${PATH}/${id}`, { price: '10,01', originalPrice: '' })).status).toBe(200);
  });
});

describe('editing a product', () => {
  test('changes only the given fields, and records them in the audit trail', async () => {
    const before = await add({ systemRequirements: 'Windows 11', categoryId: 'motion-graphics' });
    const response = await owner.put(`${PATH}/${before.id}`, { id: before.id, price: '10', status: 'Em revisão' });

    expect(response.status).toBe(200);
    const after = response.json<AdminProduct>();
    expect(after).toEqual({ ...before, price: 'R$ 10,00', status: 'Em revisão', updateDate: after.updateDate });
    expect(after.updateDate > before.updateDate).toBe(true);
    expect((await trail()).at(-1)).toEqual({
      action: 'product.update',
      entityId: before.id,
      fields: '["price","status"]',
    });
  });

  test('without a change is not recorded', async () => {
    const before = await add();
    const count = (await trail()).length;
    const response = await owner.put(`${PATH}/${before.id}`, { name: before.name, price: before.price });
    expect(response.json()).toEqual(before);
    expect(await trail()).toHaveLength(count);
  });

  test('based on an outdated version is rejected', async () => {
    const before = await add();
    await owner.put(`${PATH}/${before.id}`, { name: 'Nome de outra aba' });
    const response = await owner.put(`${PATH}/${before.id}`, { name: 'Nome desta aba', openedAt: before.updateDate });
    expect([response.status, response.json<ErrorBody>().code]).toEqual([409, 'outdated']);
    expect((await detailsOf(before.id)).name).toBe('Nome de outra aba');
  });

  test('that does not exist returns 404', async () => {
    expect((await owner.put(`${PATH}/nao-existe`, { name: 'A' })).status).toBe(404);
    expect((await owner.delete(`${PATH}/nao-existe`)).status).toBe(404);
    expect((await owner.get(`${PATH}/nao-existe/details`)).status).toBe(404);
  });

  test('is visible in the shop at once', async () => {
    const { id } = await add({ name: 'Brilho de Vitrine' });
    expect((await visitor.get('/')).text).toContain('Brilho de Vitrine');
    await owner.put(`${PATH}/${id}`, { name: 'Brilho <b>Novo</b>' });
    const page = (await visitor.get('/')).text;
    expect(page).toContain('Brilho &lt;b&gt;Novo');
    expect(page).not.toContain('>Brilho <b>');
    await owner.put(`${PATH}/${id}`, { status: 'Inativo' });
    expect((await visitor.get('/')).text).not.toContain('Brilho');
  });
});

describe('the list of products', () => {
  test('returns the whole list, sorted, without file names for strangers', async () => {
    const all = (await owner.get(`${PATH}?sort=name&order=asc`)).json<AdminProduct[]>();
    const names = all.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('pt-BR', { sensitivity: 'base' }).compare));
    const downloads = (await owner.get(`${PATH}?sort=downloads&order=desc`)).json<AdminProduct[]>();
    expect(downloads.map((one) => one.downloads)).toEqual(
      downloads.map((one) => one.downloads).toSorted((one, other) => other - one),
    );
    const updates = (await owner.get(PATH)).json<AdminProduct[]>().map(({ updateDate }) => updateDate);
    expect(updates).toEqual(updates.toSorted().toReversed());
    expect((await visitor.get('/api/public/products')).text).not.toMatch(/downloadUrl|keysAvailable|updateDate/);
  });

  test('searches name and description, ignoring case and accents', async () => {
    const { id } = await add({ name: 'Estação Zeta', description: 'Um céu só seu' });
    for (const q of ['estacao zeta', 'ESTAÇÃO', 'ceu so']) {
      const page = (await owner.get(`${PATH}?q=${encodeURIComponent(q)}`)).json<Page<AdminProduct>>();
      expect(page.items.map((product) => product.id)).toEqual([id]);
      expect(page).toMatchObject({ total: 1, page: 1, pageSize: 10 });
    }
    expect((await owner.get(`${PATH}?q=%25`)).json<Page<AdminProduct>>().total).toBe(0);
  });

  test('returns pages that together are the whole list', async () => {
    const all = (await owner.get(`${PATH}?sort=price&order=asc`)).json<AdminProduct[]>();
    const paged: AdminProduct[] = [];
    for (let page = 1; paged.length < all.length; page++) {
      const response = await owner.get(`${PATH}?sort=price&order=asc&page=${page}&pageSize=7`);
      const { items, total } = response.json<Page<AdminProduct>>();
      expect(total).toBe(all.length);
      expect(items.length).toBeGreaterThan(0);
      paged.push(...items);
    }
    expect(paged).toEqual(all);
  });

  test('contains the number of free keys', async () => {
    const { id } = await add();
    await owner.post('/api/admin/activation-keys/bulk', { productId: id, keys: 'UM-1\nDOIS-2' });
    expect(await detailsOf(id)).toMatchObject({ keysAvailable: 2, buyersWaiting: 0 });
  });
});

describe('deleting a product', () => {
  test('without references removes it', async () => {
    const { id } = await add();
    const response = await owner.delete(`${PATH}/${id}`);
    expect([response.status, response.json()]).toEqual([200, { success: true }]);
    expect((await owner.get(`${PATH}/${id}/details`)).status).toBe(404);
    const rows = await store.database().selectFrom('products').select('id').where('id', '=', id).execute();
    expect(rows).toEqual([]);
    expect((await trail()).at(-1)).toMatchObject({ action: 'product.delete', entityId: id });
  });

  test('that was sold withdraws it: buyers keep name, key and download', async () => {
    const product = await add({ name: 'Já Vendido', requiresActivation: false, downloadUrl: 'https://a.test/x.zip' });
    const purchase = await buy(visitor, { productId: product.id });

    expect((await owner.delete(`${PATH}/${product.id}`)).status).toBe(200);

    expect((await owner.get(PATH)).json<AdminProduct[]>().map(({ id }) => id)).not.toContain(product.id);
    const shown = (await visitor.get('/api/public/products')).json<PublicProduct[]>();
    expect(shown.map(({ id }) => id)).not.toContain(product.id);
    expect((await visitor.get('/')).text).not.toContain('Já Vendido');
    const sale = await visitor.get(`/api/payments/purchase/${purchase.id}`);
    expect(sale.json()).toMatchObject({
      productName: 'Já Vendido',
      paymentStatus: 'COMPLETED',
      productDetails: { downloadUrl: `/api/payments/download/${purchase.id}` },
    });
    expect((await owner.delete(`${PATH}/${product.id}`)).status).toBe(404);
    expect((await owner.put(`${PATH}/${product.id}`, { name: 'De volta' })).status).toBe(404);
    expect((await trail()).at(-1)).toMatchObject({ action: 'product.withdraw', entityId: product.id });
  });
});
