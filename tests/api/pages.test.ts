import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicProduct } from '#src/wire/catalogue.ts';
import { buy, startPurchase } from '../support/buy.ts';
import { type Client, login, openClient } from '../support/client.ts';
import { type RawAnswer, send } from '../support/raw-http.ts';
import { type Store, startStore } from '../support/store.ts';

let store: Store;
let visitor: Client;

beforeAll(async () => {
  store = await startStore();
  visitor = openClient(store.url);
});
afterAll(() => store.stop());

const get = (path: string, headers: Record<string, string> = {}) => send(store.url, path, { headers });
const SECRET = 'nobody-may-see-this';
const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

describe('the storefront from memory', () => {
  test('is the same page in every encoding, and small', async () => {
    const plain = await get('/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.bytes.length).toBeLessThanOrEqual(60 * 1024);
    expect(plain.headers['content-type']).toMatch(/^text\/html/);
    for (const [encoding, decode] of Object.entries(decoders)) {
      const answer = await get('/', { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(answer.headers['vary']).toBe('Accept-Encoding');
      expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
      expect(decode(answer.bytes).equals(plain.bytes), encoding).toBe(true);
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
  ])('for a browser that takes "%s" comes as %s', async (accepted, encoding) => {
    expect((await get('/', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });

  test('is not sent twice to a browser that has it', async () => {
    const { etag = '' } = (await get('/', { 'accept-encoding': 'br' })).headers;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await get('/', { 'accept-encoding': 'br', 'if-none-match': known });
      expect([answer.status, answer.bytes.length, answer.headers['etag']]).toEqual([304, 0, etag]);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('answers HEAD with the headers alone', async () => {
    const [head, full] = [await send(store.url, '/', { method: 'HEAD' }), await get('/')];
    expect(head.bytes.length).toBe(0);
    const { date: _one, ...headers } = head.headers;
    expect(full.headers).toMatchObject(headers);
  });

  test('heeds neither the query nor the session', async () => {
    const page = await get('/');
    for (const path of ['/?q=lote&ordem=preco', '/?', `/?${'x'.repeat(2_000)}`])
      expect((await get(path)).text).toBe(page.text);
    const owner = await login(store);
    expect((await owner.get('/')).text).toBe(page.text);
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.text).not.toContain('x'.repeat(200));
  });

  test('tells search engines every product with its price', async () => {
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

  test('names itself for shared links, with a picture that is there', async () => {
    const page = (await get('/')).text;
    expect(page).toContain('<html lang="pt-BR"');
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? [];
    const answer = await get(new URL(picture).pathname);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(page).toMatch(/<meta name="description" content="[^"]{50,}"/);
  });
});

describe('every page', () => {
  let paths: string[];

  beforeAll(async () => {
    const [paid, waiting] = [await buy(visitor, { productId: 'lote' }), await startPurchase(visitor)];
    paths = [
      '/',
      '/checkout/lote',
      `/purchase/success/${paid.id}`,
      `/purchase/success/${waiting.purchaseId}`,
      '/login',
      '/no-such-page',
    ];
  });

  test('allows the browser nothing that it does not name: no inline script or style without its hash', async () => {
    const owner = await login(store);
    const pages: [string, RawAnswer][] = [];
    for (const path of paths) pages.push([path, await get(path)]);
    pages.push(['/admin', await get('/admin', { cookie: `session=${owner.cookies.get('session')}` })]);
    for (const [path, { text, headers }] of pages) {
      const policy = policyOf(headers['content-security-policy']);
      expect(policy['default-src'], path).toEqual(["'none'"]);
      expect(policy['frame-ancestors'], path).toEqual(["'none'"]);
      expect(headers['content-security-policy'], path).not.toMatch(/unsafe-|\*|http:|https:(?!\/\/www\.youtube)/);
      for (const { kind, body, attributes } of inlineBlocks(text)) {
        if (/type="application\/(?:ld\+)?json"/.test(attributes)) continue;
        const allowed = policy[`${kind}-src`] ?? [];
        const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1];
        expect(allowed, `${path}: ${body.slice(0, 60)}`).toContain(nonce ? `'nonce-${nonce}'` : hashOf(body));
      }
      expect(withoutScripts(text), path).not.toMatch(/<[^>]+\s(?:style|on\w+)="/);
      expect(text, path).not.toMatch(/(?:href|src)="javascript:/i);
    }
  });

  test('carries the headers that keep it to itself', async () => {
    for (const path of paths) {
      const { headers } = await get(path);
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
      expect(headers['cache-control'], path).toBe(path === '/' ? 'public, max-age=0, must-revalidate' : 'no-store');
    }
  });

  test('asks nobody else for anything', async () => {
    for (const path of paths) {
      const outside = [
        ...(await get(path)).text.matchAll(
          /<(?:script|link|img|iframe|video|source)[^>]+(?:src|href)="(https?:[^"]+)"/g,
        ),
      ];
      expect(
        outside.map(([, address = '']) => new URL(address).origin).filter((origin) => origin !== store.url),
      ).toEqual([]);
    }
  });

  test('that does not exist says so in Portuguese, in the store’s dress', async () => {
    for (const path of [
      '/no-such-page',
      '/produtos/1',
      '/index.php',
      '/checkout/no-such-product',
      '/.env',
      '/.git/config',
    ]) {
      const answer = await get(path);
      expect([answer.status, answer.headers['content-type']], path).toEqual([404, 'text/html']);
      expect(answer.text).toMatch(/não (?:foi encontrad|existe|está)|não encontrad/i);
      expect(answer.text).toContain('href="/"');
    }
  });
});

test('robots and maps name the public pages', async () => {
  const robots = await get('/robots.txt');
  expect(robots.headers['content-type']).toContain('text/plain');
  for (const path of ['/admin', '/api/', '/login', '/purchase/']) expect(robots.text).toContain(`Disallow: ${path}\n`);
  expect(robots.text).toContain(`Sitemap: ${store.url}/sitemap.xml`);
  const map = await get('/sitemap.xml');
  expect(map.headers['content-type']).toContain('application/xml');
  const addresses = [...map.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address));
  expect(addresses.length).toBeGreaterThanOrEqual(3);
  for (const { origin, pathname } of addresses) {
    expect(origin).toBe(store.url);
    expect((await get(pathname)).status).toBe(200);
  }
});

describe('files', () => {
  test('of the build are compressed once and kept for ever', async () => {
    const [style = ''] = /\/_astro\/[\w.-]+\.css/.exec((await get('/login')).text) ?? [];
    const plain = await get(style);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toMatch(/^text\/css/);
    for (const encoding of ['br', 'gzip'] as const) {
      const answer = await get(style, { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(decoders[encoding](answer.bytes).equals(plain.bytes)).toBe(true);
    }
    expect((await get(style, { 'if-none-match': plain.headers['etag'] ?? '' })).status).toBe(304);
    expect((await get('/theme.js')).headers['cache-control']).toBe('public, max-age=86400');
    for (const path of [
      '/_astro/',
      '/_astro/no-such.js',
      '/theme.js.map',
      '/../server/entry.mjs',
      '/%2e%2e/server/entry.mjs',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });

  test('of the catalogue come with ranges, and can do nothing', async () => {
    const [film = ''] = /\/uploads\/[\w.-]+\.webm/.exec((await visitor.get('/api/public/products')).text) ?? [];
    const whole = await get(film);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const part = await get(film, { range: 'bytes=10-19' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.bytes.length}`]);
    expect(part.bytes.equals(whole.bytes.subarray(10, 20))).toBe(true);
    expect((await get(film, { range: `bytes=${whole.bytes.length}-` })).headers).toMatchObject({
      'content-range': `bytes */${whole.bytes.length}`,
    });
    expect((await send(store.url, film, { method: 'POST' })).status).toBe(404);
  });

  test('have a picture that stands in for a missing one', async () => {
    expect((await get('/uploads/default-product.png')).headers['content-type']).toBe('image/png');
  });

  test('that are sold, hidden or elsewhere are never served', async () => {
    const uploads = join(store.folder, 'uploads');
    await mkdir(join(uploads, 'folder'), { recursive: true });
    await writeFile(join(uploads, 'folder', 'inner.png'), SECRET);
    await writeFile(join(uploads, 'page.html'), SECRET);
    await writeFile(join(uploads, 'drawing.svg'), SECRET);
    await writeFile(join(uploads, '.hidden.png'), SECRET);
    await writeFile(join(uploads, 'noext'), SECRET);
    await symlink(uploads, join(uploads, 'folder.png'));
    const sold = await store.database().selectFrom('products').select('downloadUrl').execute();
    const downloads = new Set(
      sold.map(({ downloadUrl }) => downloadUrl).filter((address) => address.startsWith('/uploads/')),
    );
    expect(downloads.size).toBeGreaterThan(0);
    for (const path of [
      ...downloads,
      '/uploads',
      '/uploads/',
      '/uploads/folder/inner.png',
      '/uploads/folder%2finner.png',
      '/uploads/folder.png',
      '/uploads/page.html',
      '/uploads/drawing.svg',
      '/uploads/.hidden.png',
      '/uploads/noext',
      '/uploads/../store.sqlite',
      '/uploads/..%2fstore.sqlite',
      '/uploads/%2e%2e/store.sqlite',
      '/uploads/..%5cstore.sqlite',
      '/uploads/..../store.sqlite',
      '/uploads//etc/passwd',
      '/uploads/default-product.png%00.zip',
      '/uploads/%64efault-product.zip',
      '/store.sqlite',
    ]) {
      const answer = await get(path);
      expect([400, 403, 404], `${path} ${answer.status}`).toContain(answer.status);
      expect(answer.text).not.toMatch(/SQLite format|root:x:|nobody-may-see-this/);
    }
  });
});

describe('a catalogue that cannot be read', () => {
  test('is replaced by samples that nobody can buy, which are not kept', { timeout: 60_000 }, async () => {
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

test('a shop without demo data opens empty and says so', { timeout: 60_000 }, async () => {
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

function policyOf(header = ''): Record<string, string[]> {
  const directives = header.split(';').map((part) => part.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...values]) => [name, values]));
}

function inlineBlocks(html: string) {
  return [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)].flatMap(
    ([, kind = '', attributes = '', body = '']) => (/\ssrc=/.test(attributes) ? [] : [{ kind, attributes, body }]),
  );
}

function withoutScripts(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/props="[^"]*"/g, '');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
