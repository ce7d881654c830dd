import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { ACCENTS } from '#src/wire/storefront/store-settings.ts';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { login } from '../../support/calls/client.ts';
import { DECODERS } from '../../support/calls/encodings.ts';
import { send } from '../../support/calls/raw-http.ts';
import { startStore } from '../../support/store/store.ts';

const store = startStoreForFile();
const visitor = openClientForFile(store);

const get = (path: string, headers: Record<string, string> = {}) => send(store.url, path, { headers });

describe('the cached storefront', () => {
  test('is the same page in every encoding, and small', async () => {
    const plain = await get('/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.bytes.length).toBeLessThanOrEqual(60 * 1024);
    expect(plain.headers['content-type']).toMatch(/^text\/html/);
    for (const [encoding, decode] of Object.entries(DECODERS)) {
      const response = await get('/', { 'accept-encoding': encoding });
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(response.headers['vary']).toBe('Accept-Encoding');
      expect(Number(response.headers['content-length'])).toBe(response.bytes.length);
      // The page may be rendered anew between two of these.
      await expect
        .poll(
          async () => {
            const [one, other] = [await get('/'), await get('/', { 'accept-encoding': encoding })];
            return decode(other.bytes).equals(one.bytes);
          },
          { message: encoding },
        )
        .toBe(true);
    }
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['BR', 'br'],
    ['brotli, x-gzip', undefined],
    ['deflate', undefined],
  ])('is sent to "%s" as %s', async (accepted, encoding) => {
    expect((await get('/', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });

  test('returns 304 to a browser that has it', async () => {
    const { etag = '' } = (await get('/', { 'accept-encoding': 'br' })).headers;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const response = await get('/', { 'accept-encoding': 'br', 'if-none-match': known });
      expect([response.status, response.bytes.length, response.headers['etag']]).toEqual([304, 0, etag]);
      expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    }
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('responds to HEAD with headers only', async () => {
    const [head, full] = [await send(store.url, '/', { method: 'HEAD' }), await get('/')];
    expect(head.bytes.length).toBe(0);
    const { date: _one, ...headers } = head.headers;
    expect(full.headers).toMatchObject(headers);
  });

  test('ignores query and session', async () => {
    const page = await get('/');
    for (const path of ['/?q=lote&ordem=preco', '/?', `/?${'x'.repeat(2_000)}`])
      expect((await get(path)).text).toBe(page.text);
    const owner = await login(store);
    expect((await owner.get('/')).text).toBe(page.text);
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.text).not.toContain('x'.repeat(200));
  });

  test('has structured data with every product and price', async () => {
    const products = (await visitor.get('/api/public/products')).json<PublicProduct[]>();
    const [, json = ''] =
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec((await get('/')).text) ?? [];
    const list: { itemListElement: { item: { name: string; url: string; offers: Record<string, string> } }[] } =
      JSON.parse(json);
    expect(
      list.itemListElement.map(({ item }) => [item.name, `R$ ${item.offers['price']?.replace('.', ',')}`]),
    ).toEqual(products.map(({ name, price }) => [name, price.replace('.', '')]));
    for (const { item } of list.itemListElement) {
      expect(item.offers['priceCurrency']).toBe('BRL');
      expect((await get(new URL(item.url).pathname)).status).toBe(200);
    }
  });

  test('has metadata for shared links, with an existing image', async () => {
    const page = (await get('/')).text;
    expect(page).toContain('<html lang="pt-BR"');
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? [];
    const response = await get(new URL(picture).pathname);
    expect([response.status, response.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const icons = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(icons).toEqual(['/icons/orange-32.png', '/icons/orange.svg', '/icons/orange-touch.png']);
    for (const accent of Object.keys(ACCENTS)) {
      for (const icon of icons) expect((await get(icon.replace('orange', accent))).status, accent).toBe(200);
    }
    expect(page).toMatch(/<meta name="description" content="[^"]{50,}"/);
  });
});

describe('the page of an editor', () => {
  const sitemap = async () => (await get('/sitemap.xml')).text;

  test('shows what is made for it, to be found by', async () => {
    const page = await get('/editores/obs');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Plugins para OBS Studio · Corte Final</title>');
    expect(page.text).toMatch(/<link rel="canonical" href="[^"]+\/editores\/obs">/);
    expect(page.text).toMatch(/<meta name="description" content="1 plugin para OBS Studio: Luz do Sertão\./);
    expect(page.text).not.toContain('noindex');
    expect(page.text.match(/data-card(?!s)/g)).toHaveLength(1);
    expect(await sitemap()).toContain('/editores/obs</loc>');
  });

  test.each(['nuke', 'nenhum', 'constructor'])('is not there for %s, which nothing is made for', async (host) => {
    expect((await get(`/editores/${host}`)).status).toBe(404);
    expect(await sitemap()).not.toContain(`/editores/${host}<`);
  });

  test('changes with the catalog, and goes with its last product', async () => {
    const owner = await login(store);
    const [product] = (await owner.get('/api/admin/products?q=Luz')).json<{ items: { id: string }[] }>().items;
    if (!product) throw new Error('The demo has no such product.');
    await get('/editores/obs');
    await owner.put(`/api/admin/products/${product.id}`, { hosts: [{ host: 'nuke', minVersion: '15' }] });
    expect((await get('/editores/obs')).status).toBe(404);
    expect((await get('/editores/nuke')).text).toContain('Luz do Sertão');
    expect(await sitemap()).toContain('/editores/nuke</loc>');
  });
});

test('an address that leads nowhere offers plugins, first what is called alike', async () => {
  const lost = await get('/plugins/recorte');
  expect(lost.status).toBe(404);
  const [, ...cards] = lost.text.split('data-card ');
  expect(cards).toHaveLength(4);
  expect(cards[0]).toContain('href="/plugins/recorte-ia"');
});

test('all versions of a product say what it costs, where it is bought, and how large each file is', async () => {
  const versions = await get('/plugins/grade-cinema/versoes');
  expect(versions.text).toContain('R$ 189,90');
  expect(versions.text).toContain('href="/checkout/grade-cinema"');
  const files = versions.text.match(/<span class="code"[^>]*>\d+ KB<\/span>/g);
  expect(files).toHaveLength(3);
  expect((await get('/plugins/grade-cinema')).text).toMatch(
    /Versão <span class="code"[^>]*>2\.1\.0<\/span> · [\d/]{10} · \d+ KB/,
  );
});

describe('an unreadable catalog', () => {
  test('is replaced by samples that cannot be bought and are not cached', async () => {
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(store.database());
    await rename('products', 'lost');
    await store.restart();
    try {
      const page = await get('/');
      expect(page.status).toBe(200);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.headers['etag']).toBeUndefined();
      expect(page.text).toContain('Indisponível');
      expect(page.text).not.toMatch(/href="\/checkout\//);
      expect(page.text).not.toContain('Grade Cinema');
      for (const category of ['Correção de Cor', 'Motion Graphics', 'Efeitos Especiais', 'Animação de Texto']) {
        expect(page.text).toContain(category);
      }
      expect(page.text).not.toMatch(/SQLITE|no such table/);
      const call = await get('/api/public/products');
      expect([call.status, JSON.parse(call.text)]).toEqual([
        500,
        { code: 'internal', message: 'Algo deu errado do nosso lado. Tente de novo em instantes.' },
      ]);
      const checkout = await get('/checkout/lote');
      expect(checkout.status).toBeGreaterThanOrEqual(500);
      expect(checkout.text).not.toMatch(/SQLITE|no such table|node_modules|at \w+ \(/);
    } finally {
      await rename('lost', 'products');
    }
    expect((await get('/')).text).toContain('Grade Cinema');
    await store.restart();
    expect((await get('/')).headers['etag']).toBeDefined();
    expect((await get('/')).text).not.toContain('Indisponível');
  });
});

test('a shop without demo data shows its empty state', async () => {
  const empty = await startStore({ DEMO_DATA: 'false' });
  try {
    expect((await send(empty.url, '/api/public/products')).text).toBe('[]');
    expect(JSON.parse((await send(empty.url, '/api/public/product-categories')).text)).toHaveLength(4);
    const page = await send(empty.url, '/');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/Indisponível|application\/ld\+json|undefined|null/);
    expect((await (await login(empty)).get('/admin')).status).toBe(200);
  } finally {
    await empty.stop();
  }
});
