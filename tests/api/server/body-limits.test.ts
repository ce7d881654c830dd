import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { openClientForFile, startStoreForFile } from '../../support/before-tests/store.ts';
import { login } from '../../support/calls/client.ts';
import { openRawConnection, type RawResponse, send } from '../../support/calls/raw-http.ts';
import { BUYER, pickProduct, readPurchase } from '../../support/purchases/buy.ts';
import { scaled } from '../../support/scale.ts';

/** Whoever wants to keep the store busy with one call would want it to be busy for longer than this. */
const LIMIT_MS = scaled(20_000, 1_000);
const WRITES = [
  '/api/auth/login',
  '/api/validate-coupon',
  '/api/payments/create',
  '/api/licenses/validate',
  `/api/payments/resend-email/${'0'.repeat(32)}`,
  '/api/admin/gates/products',
];

const FIELDS = [
  'email',
  'password',
  'code',
  'productId',
  'customerName',
  'customerEmail',
  'paymentMethod',
  'couponCode',
  'key',
];
const WRONG_KINDS = JSON.stringify(
  Object.fromEntries(FIELDS.map((field, index) => [field, [[], {}, 7, null, true][index % 5]])),
);

const store = startStoreForFile();
const visitor = openClientForFile(store);
let cookie: string;
let productId: string;

beforeAll(async () => {
  productId = (await pickProduct(visitor)).id;
  cookie = `session=${(await login(store)).cookies.get('session')}`;
});

type Hostile = { body: string | Buffer; headers?: Record<string, string> };

async function post(path: string, { body, headers = {} }: Hostile): Promise<RawResponse> {
  const start = performance.now();
  const response = await send(store.url, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...headers },
    body,
  });
  expect(performance.now() - start, path).toBeLessThan(LIMIT_MS);
  return response;
}

function errorOf(response: RawResponse): ErrorBody {
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  const error: ErrorBody = JSON.parse(response.text);
  expect(error).toMatchObject({
    message: expect.stringMatching(/^\p{Lu}[^\n]+$/u),
    code: expect.stringMatching(/^[a-z0-9_]+$/),
  });
  expect(response.text).not.toMatch(/SQLITE|Error:|Invalid |expected|node_modules|\.ts\b|at \w+ \(/);
  return error;
}

describe.each(WRITES)('%s', (path) => {
  test.each<[string, Hostile, number, string]>([
    ['broken JSON', { body: '{"email":' }, 400, 'malformed_body'],
    ['no JSON at all', { body: 'email=a&password=b' }, 400, 'malformed_body'],
    ['two values', { body: '{}{}' }, 400, 'malformed_body'],
    ['a NUL', { body: '{"email":"a\0b"}' }, 400, 'malformed_body'],
    ['70,000 opening brackets', { body: '['.repeat(60_000) }, 400, 'malformed_body'],
    ['more than 64 kB', { body: JSON.stringify({ email: 'x'.repeat(65_536) }) }, 413, 'too_large'],
    ['5 MB', { body: Buffer.alloc(5_000_000, 0x20) }, 413, 'too_large'],
    [
      'a large chunked body',
      { body: Buffer.alloc(200_000, 0x20), headers: { 'transfer-encoding': 'chunked' } },
      413,
      'too_large',
    ],
    ['a compressed body', { body: gzipSync('{}'), headers: { 'content-encoding': 'gzip' } }, 415, 'wrong_encoding'],
    ['an unknown encoding', { body: '{}', headers: { 'content-encoding': 'snappy' } }, 415, 'wrong_encoding'],
    ['invalid UTF-8', { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }, 415, 'not_utf8'],
    ['UTF-16', { body: Buffer.from('\ufeff{"email":"a"}', 'utf16le') }, 415, 'not_utf8'],
    [
      'a form',
      { body: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'wrong_type',
    ],
    ['plain text', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'wrong_type'],
    ['no content type', { body: '{}', headers: { 'content-type': '' } }, 415, 'wrong_type'],
    ['an array', { body: '[]' }, 400, 'malformed_body'],
    ['a string', { body: '"email"' }, 400, 'malformed_body'],
    ['a number', { body: '1e999' }, 400, 'malformed_body'],
    ['null', { body: 'null' }, 400, 'malformed_body'],
    ['false', { body: 'false' }, 400, 'malformed_body'],
    ['an empty object', { body: '{}' }, 422, 'invalid'],
    ['nothing', { body: '' }, 422, 'invalid'],
    ['a leading BOM', { body: '\ufeff{}' }, 422, 'invalid'],
    ['5,000 levels of nesting', { body: `${'{"email":'.repeat(5_000)}1${'}'.repeat(5_000)}` }, 422, 'invalid'],
    ['fields of the wrong type', { body: WRONG_KINDS }, 422, 'invalid'],
    [
      'prototype pollution',
      { body: '{"__proto__":{"email":"a@b.co"},"constructor":{"prototype":{"password":"x"}}}' },
      422,
      'invalid',
    ],
  ])('rejects %s', async (_name, hostile, status, code) => {
    const response = await post(path, hostile);
    expect([response.status, errorOf(response).code]).toEqual([status, code]);
  });
});

test('prototype pollution changes neither this purchase nor the next one', async () => {
  const polluted = JSON.stringify({ ...BUYER, paymentMethod: 'pix', productId }).replace(
    '{',
    '{"__proto__":{"isAdmin":true,"priceCents":1,"couponCode":"X"},"constructor":{"prototype":{"couponCode":"X"}},',
  );
  const response = await post('/api/payments/create', { body: polluted });
  expect(response.status).toBe(200);
  const { purchaseId } = JSON.parse(response.text);
  expect(await readPurchase(visitor, purchaseId)).toMatchObject({ couponCode: null, customerName: BUYER.customerName });
  expect((await visitor.get('/api/auth/status')).json()).toEqual({ isAuthenticated: false });
});

test('a name keeps its letters and loses control characters', async () => {
  const body = JSON.stringify({
    ...BUYER,
    customerName: '  Jose\u0301 \u202eDias\u0000\u0007 <b> ',
    paymentMethod: 'pix',
    productId,
  });
  const { purchaseId } = JSON.parse((await post('/api/payments/create', { body })).text);
  expect((await readPurchase(visitor, purchaseId)).customerName).toBe('José Dias <b>');
});

describe('SQL injection', () => {
  const ATTACKS = [
    "' or '1'='1",
    "'; drop table purchases; --",
    '" or 1=1 --',
    '1 union select * from users',
    '%27%20or%201=1--',
    '\\',
  ];

  test.each(ATTACKS)('%s finds nothing in a body', async (attack) => {
    const bodies: [string, Record<string, unknown>][] = [
      ['/api/auth/login', { email: attack, password: attack }],
      ['/api/auth/login', { email: `${attack.replace(/[^a-z]/g, '')}@b.co`, password: `${attack}xxxxxx` }],
      ['/api/validate-coupon', { code: attack, productId, amount: attack }],
      ['/api/validate-coupon', { code: 'EDITA10', productId: attack }],
      ['/api/payments/create', { ...BUYER, paymentMethod: attack, productId }],
      ['/api/payments/create', { ...BUYER, paymentMethod: 'pix', productId, couponCode: attack }],
      ['/api/payments/create', { ...BUYER, paymentMethod: 'pix', productId: attack }],
      ['/api/licenses/validate', { key: attack, productId: 'lote' }],
    ];
    for (const [path, body] of bodies) {
      const response = await post(path, { body: JSON.stringify(body) });
      expect(response.status, `${path} ${response.text}`).toBeLessThan(500);
      expect(response.text).not.toMatch(/SQLITE|syntax error|"valid":true|"isAdmin"/);
    }
  });

  test.each([...ATTACKS, '%00', '%', '%zz', '%c0%ae%c0%ae', '..', '../../etc/passwd', 'x'.repeat(5_000)])(
    '%s finds nothing in an address',
    async (attack) => {
      const isEscaped = attack.startsWith('%');
      const word = isEscaped ? attack : encodeURIComponent(attack);
      const paths = [
        `/api/public/products/${word}`,
        `/api/payments/purchase/${word}`,
        `/api/payments/purchase/${word}/events`,
        `/api/payments/status/${word}`,
        `/api/payments/license/${word}`,
        `/api/payments/download/${word}`,
        `/checkout/${word}`,
        `/purchase/success/${word}`,
        `/api/public/products?sort=${word}`,
        `/?q=${word}`,
        `/uploads/${word}`,
      ];
      for (const path of paths) {
        const start = performance.now();
        const response = await send(store.url, path);
        expect(performance.now() - start).toBeLessThan(LIMIT_MS);
        expect(response.status, path).toBeLessThan(500);
        expect(response.text).not.toMatch(/SQLITE|syntax error|root:|node_modules/);
        if (path.startsWith('/api/') && response.status >= 400) errorOf(response);
      }
    },
  );

  test('has dropped no table', async () => {
    expect((await visitor.get('/api/public/products')).status).toBe(200);
    const { count } = await store
      .database()
      .selectFrom('purchases')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThan(10);
  });
});

describe('an unsupported method', () => {
  test.each([
    ['GET', '/api/auth/login'],
    ['DELETE', '/api/auth/login'],
    ['POST', '/api/auth/status'],
    ['POST', '/api/logout'],
    ['PUT', '/api/public/products'],
    ['PATCH', '/api/payments/create'],
    ['DELETE', `/api/payments/purchase/${'0'.repeat(32)}`],
    ['GET', '/api/admin/gates/products'],
    ['OPTIONS', '/api/payments/create'],
    ['PROPFIND', '/api/public/products'],
  ])('%s %s returns 405 in JSON', async (method, path) => {
    const response = await send(store.url, path, { method, headers: { cookie } });
    expect([response.status, errorOf(response).code]).toEqual([405, 'method_not_allowed']);
  });

  test('TRACE and malformed requests are rejected without a server error', async () => {
    for (const first of [
      'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n',
      'TRACE /api/auth/status HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.0\r\n\r\n',
      'GET /api/auth/status HTTP/1.0\r\n\r\n',
      'GET /login HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
      'GET /login HTTP/1.1\r\nHost: a b/c?d\r\nConnection: close\r\n\r\n',
      'GET http://exemplo.com.br/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET http:///login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET //// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET /%ff%fe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET /login\u00ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]) {
      const line = await openRawConnection(store.url, first);
      await expect.poll(() => line.heard(), { message: first.slice(0, 80) }).toMatch(/^HTTP\/1\.1 [234]\d\d /);
      line.socket.destroy();
    }
  });
});

describe('a body that arrives too slowly', () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;

  test('times out on every route', async () => {
    const lines = await Promise.all(
      [
        head('/api/auth/login'),
        head('/no-such-page'),
        head('/uploads/x.png'),
        head('/healthz'),
        head('/').replace('POST', 'GET'),
        head('/theme.js').replace('POST', 'GET'),
        head('/api/auth/login')
          .replace('Content-Length: 5000', 'Transfer-Encoding: chunked')
          .replace('\r\n\r\n{', '\r\n\r\n1\r\n{\r\n'),
        head('/api/auth/login').replace('Host: x', 'Host: x\r\nOrigin: https://exemplo.com.br'),
      ].map((words) => openRawConnection(store.url, words)),
    );
    const drip = setInterval(() => {
      for (const { socket } of lines) if (socket.writable) socket.write(' ');
    }, 1_000);
    // The shop closes after 10 s; what drips in would be a minute and more on its way.
    await Promise.race([Promise.all(lines.map(({ closed }) => closed)), wait(50_000)]);
    clearInterval(drip);
    expect(lines.map(({ isClosed }) => isClosed())).toEqual(lines.map(() => true));
    expect((await visitor.get('/')).status).toBe(200);
  });
});
