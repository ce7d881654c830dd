import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '#src/wire/basics/errors.ts';
import { startStoreForFile } from '../../support/before-tests/store.ts';
import { login } from '../../support/calls/client.ts';
import { type RawResponse, send } from '../../support/calls/raw-http.ts';

/** A session that was stolen, or an owner with a broken script: no call falls over, whatever it is told. */
const LISTS = [
  'purchases',
  'customers',
  'activation-keys',
  'products',
  'categories',
  'coupons',
  'affiliates',
  'affiliate-sales/all',
  'affiliate-sales/all/summary',
  'affiliates/suggested-code',
  'audit',
  'analytics',
  'analytics/origins',
  'figures',
  'purchases/export.csv',
  'customers/export.csv',
  'activation-keys/export.csv',
];
const PARAMETERS = [
  'q',
  'page',
  'pageSize',
  'sort',
  'order',
  'status',
  'from',
  'to',
  'affiliate',
  'type',
  'name',
  'by',
  'origem',
];
const WORDS = [
  "'; drop table purchases; --",
  '%" OR 1=1 "',
  '"a" NEAR (b',
  'name:*',
  '%_\\',
  '\u0000',
  '😀'.repeat(200),
  'x'.repeat(4_000),
  '99999999999999999999',
  '-1',
  '0000-13-45',
  '+275760-09-14',
  '__proto__',
].map(encodeURIComponent);

const LONGEST_HEAD = 12_000;
const REFUSED = 431;

const VALUES = [[], {}, 1e308, null, '\u0000', 'x'.repeat(20_000), '2026-02-30'];
const WHOLE = {
  name: 'Produto',
  price: 10,
  downloadUrl: 'https://arquivos.test/a.zip',
  discount: 10,
  type: 'PERCENT',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  isActive: true,
  commissionRate: 10,
  productId: 'lote',
  keys: 'chave',
};
const FIELDS = [
  ...Object.keys(WHOLE),
  ...['originalPrice', 'status', 'description', 'image', 'categoryId', 'isFeatured', 'videoUrl', 'openedAt'],
  ...['code', 'maxUses', 'used', 'email', 'couponCode', 'password', '__proto__'],
];

const store = startStoreForFile({ LOG_LEVEL: 'warn' });
let cookie: string;

beforeAll(async () => {
  cookie = `session=${(await login(store)).cookies.get('session')}`;
});

async function findAffiliate(): Promise<string> {
  const affiliates = store.database().selectFrom('users').select('id').where('isAffiliate', '=', 1);
  const { id } = await affiliates.executeTakeFirstOrThrow();
  return id;
}

/** Tells what is wrong with an answer: an error of ours, words that no owner understands, something internal. */
function faultsOf(response: RawResponse, asked: string): string[] {
  const text = `${asked.slice(0, 80)}: ${response.status} ${response.text.slice(0, 200)}`;
  if (response.status >= 500) return [text];
  if (response.status < 400) return [];
  const { message, code }: ErrorBody = JSON.parse(response.text);
  const isPlain = /^\p{Lu}[^\n]+$/u.test(message) && /^[a-z0-9_]+$/.test(code);
  const isInternal = /SQLITE|Error:|Invalid |expected|node_modules|\.ts\b/.test(response.text);
  return isPlain && !isInternal ? [] : [text];
}

describe.each(LISTS)('GET %s', (list) => {
  test('ignores invalid parameters', async () => {
    const get = (query: string) => send(store.url, `/api/admin/${list}${query}`, { headers: { cookie } });
    const ask = async (query: string) => faultsOf(await get(query), query);
    // A file is written whole each time: it is asked for by less.
    const parameters = list.endsWith('.csv') ? PARAMETERS.filter((name) => ['q', 'from'].includes(name)) : PARAMETERS;
    for (const word of WORDS) {
      const others = parameters.filter((name) => name !== 'q').map((name) => `${name}=${word}`);
      const together = `?${others.join('&')}`;
      // Who sends more than a head may hold is cut off, at times before the answer was read.
      const status = together.length < LONGEST_HEAD ? (await get(together)).status : REFUSED;
      // Each is read by itself: what lets all of them through lets each through. What refuses them is asked one by one.
      const alone = [`q=${word}`, ...(status < 400 ? [] : others)];
      const faults = await Promise.all(alone.map((query) => ask(`?${query}`)));
      expect(faults.flat()).toEqual([]);
      expect(status, word).toBeLessThan(500);
    }
    for (const query of [`?${'a=1&'.repeat(2_500)}`, '?q=a&q=b&q[]=c&page[]=1', '?page=1&page=2', '?%', '?q=%ff%fe']) {
      expect(await ask(query)).toEqual([]);
    }
  });
});

describe.each([
  ['POST', 'products'],
  ['PUT', 'products/lote'],
  ['POST', 'categories'],
  ['PUT', 'categories'],
  ['PUT', 'categories/motion-graphics'],
  ['POST', 'coupons'],
  ['PUT', 'affiliates/{id}'],
  ['POST', 'activation-keys/bulk'],
])('%s %s', (method, path) => {
  test('reports an invalid field in Portuguese', async () => {
    const target = `/api/admin/${path.replace('{id}', await findAffiliate())}`;
    let serial = 0;
    for (const field of FIELDS) {
      const bodies = VALUES.map((value) => {
        serial += 1;
        const own = { code: `C${serial}`, couponCode: `W${serial}`, email: `e${serial}@loja.test` };
        return JSON.stringify({ ...WHOLE, ...own, field: value }).replace('"field":', `"${field}":`);
      });
      const headers = { cookie, 'content-type': 'application/json' };
      const faults = await Promise.all(
        bodies.map(async (body) =>
          faultsOf(await send(store.url, target, { method, headers, body }), `${field} in ${body}`),
        ),
      );
      expect(faults.flat()).toEqual([]);
    }
  });
});

test('what was stored by it can be displayed', async () => {
  const pages = ['', '/products', '/promotions', '/affiliates', '/activation-keys', '/sales', '/customers', '/audit'];
  for (const page of pages) {
    expect((await send(store.url, `/admin${page}`, { headers: { cookie } })).status, page).toBe(200);
  }
  expect((await send(store.url, '/')).status).toBe(200);
});
