import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { login } from '../../support/calls/client.ts';
import { type RawResponse, send } from '../../support/calls/raw-http.ts';
import { buy, startPurchase } from '../../support/purchases/buy.ts';

const store = startStoreForFile({ UNPAID_KEPT_DAYS: '45' });
const visitor = openClientForFile(store);

const HTML = 'text/html; charset=utf-8';
const get = (path: string, headers: Record<string, string> = {}) => send(store.url, path, { headers });

/** Leaves out the elements, of which some keep a word on one line. */
async function readWords(path: string): Promise<string> {
  const { text } = await get(path);
  return text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
}

test('a small answer is sent as it is, with its length, and a page compressed', async () => {
  const small = await get('/api/public/products/none', { 'accept-encoding': 'br' });
  expect([small.status, small.headers['content-encoding']]).toEqual([404, undefined]);
  expect(Number(small.headers['content-length'])).toBe(small.bytes.length);
  expect((await get('/minhas-compras', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
});

test('the privacy page shows the configured days for unpaid orders', async () => {
  expect(await readWords('/privacidade')).toContain('perde nome, e-mail e código Pix depois de 45 dias');
});

test('the privacy page mentions unmatched payers and when their data are deleted', async () => {
  const text = await readWords('/privacidade');
  expect(text).toContain('um valor que não combina com nenhuma compra: o nome, o e-mail e a mensagem do Pix');
  expect(text).toContain('são apagados quando a diferença é resolvida');
});

test('the footer links to the FAQ of the storefront, and prescribed sentences are shown', async () => {
  const shop = (await visitor.get('/')).text;
  expect(shop).toMatch(/<a href="\/#perguntas"[^>]*>\s*FAQ/);
  expect(shop).toContain('id="perguntas"');
  expect((await visitor.get('/privacidade')).text).toContain('Endereço IP');
  const owner = await login(store);
  expect((await owner.get('/admin/audit')).text).toContain('Nenhum registro pode ser apagado.');
});

test.each(['/purchase/success/a%00b', '/checkout/lote%00', '/api/payments/status/a%00b', '/api/payments/download/%00'])(
  'no id holds a NUL, so no query asks for one: %s',
  async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(text).toContain(path.startsWith('/api/') ? 'Este endereço não existe.' : 'Página não encontrada');
  },
);

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

  test('has a CSP that allows no inline script or style without its hash', async () => {
    const owner = await login(store);
    const pages: [string, RawResponse][] = [];
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

  test('has the security headers', async () => {
    for (const path of paths) {
      const { headers } = await get(path);
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'origin-agent-cluster': '?1',
        'x-dns-prefetch-control': 'off',
        'x-download-options': 'noopen',
        'x-permitted-cross-domain-policies': 'none',
        'x-xss-protection': '0',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
      expect(headers['cache-control'], path).toBe(path === '/' ? 'public, max-age=0, must-revalidate' : 'no-store');
    }
  });

  test('declares UTF-8, for HEAD too', async () => {
    for (const path of paths) {
      expect((await get(path)).headers['content-type'], path).toBe(HTML);
      const head = await send(store.url, path, { method: 'HEAD' });
      expect(head.headers['content-type'], path).toBe(HTML);
    }
    const refused = await send(store.url, '/checkout/lote', { method: 'POST', body: 'x' });
    expect([refused.status, refused.headers['content-type']]).toEqual([400, HTML]);
  });

  test('loads nothing from other hosts', async () => {
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

  test('that does not exist shows the Portuguese 404 page in the shop’s layout', async () => {
    for (const path of [
      '/no-such-page',
      '/produtos/1',
      '/index.php',
      '/checkout/no-such-product',
      '/.env',
      '/.git/config',
    ]) {
      const response = await get(path);
      expect([response.status, response.headers['content-type']], path).toEqual([404, HTML]);
      expect(response.text).toMatch(/não (?:foi encontrad|existe|está)|não encontrad/i);
      expect(response.text).toContain('href="/"');
    }
  });
});

test('robots.txt and sitemap list the public pages', async () => {
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
