import { sql } from 'kysely';
import { AFFILIATE_LIST, COMMISSION_LIST } from '#src/wire/affiliates/affiliates.ts';
import { AUDIT_KINDS, AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { dayOf, shiftDay } from '#src/wire/basics/dates.ts';
import { COUPON_LIST } from '#src/wire/coupons/coupons.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';
import { KEY_LIST, KEY_STATUS_NAMES } from '#src/wire/keys/key-list.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import { SALE_STATUSES } from '#src/wire/purchases/purchase-status.ts';
import { ORIGIN_GROUPS } from '#src/wire/reports/origins.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import type { Client } from '../support/calls/client.ts';
import type { Store } from '../support/store/store.ts';

type Shop = { store: Store; owner: Client };

/** A call of the back-office; where a path depends on what is in the shop, it is looked up before it is measured. */
export type Call = {
  name: string;
  path: (shop: Shop) => string | Promise<string>;
  /** Another spelling of the same call for each round, so that nothing is known from the one before. */
  respell?: (path: string, round: number) => string;
  /** Something in the books changes before each call, so that nothing that was read before counts. */
  isAfterChange?: true;
};

type List = {
  name: string;
  path: string;
  sorts: readonly string[];
  filters: string[];
  /** It finds the row with the number 42, and few others. */
  search: ((shop: Shop) => Promise<string>) | null;
  /** A tenth of the rows contain the first, all or nearly half of them the others. */
  commonSearches: string[];
};

/** Searches by a text of the row that has this id. */
function textOf(table: string, column: string, id: string): (shop: Shop) => Promise<string> {
  return async ({ store }) => {
    const { rows } = await sql<{
      text: string;
    }>`SELECT ${sql.ref(column)} AS text FROM ${sql.table(table)} WHERE id = ${id}`.execute(store.database());
    return rows[0]?.text ?? '';
  };
}

const LISTS: List[] = [
  {
    name: 'customers',
    ...CUSTOMER_LIST,
    filters: [],
    search: textOf('customers', 'email', 'customer-42'),
    commonSearches: ['silva', 'exemplo', 'an'],
  },
  {
    name: 'purchases',
    ...SALE_LIST,
    filters: [
      ...SALE_STATUSES.map((status) => `status=${status}`),
      'period=30d',
      'period=30d&status=completed',
      'period=30d&sort=customer&order=asc',
      'status=waiting_for_key&sort=total&order=desc',
      'status=completed&sort=total&order=desc',
      'status=completed&sort=customer&order=asc',
      'origem=google',
      'origem=campanha:campanha-7',
      'origem=produto:product-7',
      'origem=google&period=30d&status=completed',
    ],
    search: textOf('purchases', 'customerEmail', 'purchase-42'),
    commonSearches: ['silva', 'exemplo', 'an'],
  },
  {
    name: 'activation-keys',
    ...KEY_LIST,
    filters: [
      ...Object.keys(KEY_STATUS_NAMES).map((status) => `status=${status}`),
      'productId=product-7',
      'productId=product-7&status=available',
      'status=available&sort=key&order=asc',
    ],
    search: textOf('activationKeys', 'key', 'key-42'),
    commonSearches: ['silva', 'exemplo', 'CF-7'],
  },
  {
    name: 'coupons',
    ...COUPON_LIST,
    filters: ['status=active', 'status=inactive'],
    search: textOf('coupons', 'code', 'coupon-42'),
    commonSearches: [],
  },
  {
    name: 'affiliates',
    ...AFFILIATE_LIST,
    filters: [],
    search: textOf('users', 'email', 'affiliate-42'),
    commonSearches: [],
  },
  {
    name: 'affiliate sales',
    ...COMMISSION_LIST,
    filters: ['status=pending', 'status=paid', 'affiliate=affiliate-7', 'affiliate=affiliate-7&status=paid'],
    search: null,
    commonSearches: [],
  },
  {
    name: 'products',
    ...PRODUCT_LIST,
    filters: [],
    search: textOf('products', 'description', 'product-42'),
    commonSearches: [],
  },
  {
    name: 'audit',
    ...AUDIT_LIST,
    filters: [
      ...Object.keys(AUDIT_KINDS).map((kind) => `kind=${kind}`),
      'q=product-42',
      'q=product-42&kind=product',
      `from=${daysAgo(200)}&to=${daysAgo(100)}`,
      `from=${daysAgo(200)}&to=${daysAgo(100)}&kind=product`,
    ],
    search: null,
    commonSearches: [],
  },
];

const PERIODS = {
  today: { from: today(), to: today() },
  '30 days': { from: daysAgo(29), to: today() },
  '12 months': { from: daysAgo(364), to: today() },
  'all time': { from: '', to: '' },
};
const perPeriod = (name: string, path: string): Call[] =>
  Object.entries(PERIODS).map(([period, { from, to }]) => ({
    name: `${name}, ${period}`,
    path: () => `${path}${path.includes('?') ? '&' : '?'}from=${from}&to=${to}`,
  }));
const once = (name: string, path: string): Call => ({ name, path: () => path });

/** The owner has these besides the lists. */
const deskCalls: Call[] = [
  once('attention', '/api/admin/attention'),
  once('readiness', '/api/admin/readiness'),
  once('health', '/api/admin/health'),
  once('keys in stock and their forecast', '/api/admin/activation-keys/stock'),
  once('withdrawals', '/api/admin/withdrawals'),
  once('recovery', '/api/admin/recovery'),
  once('mail log', '/api/admin/mail/recent'),
  once('failed mail', '/api/admin/mail/failed?page=1'),
  once('machines', '/api/admin/machines/statistics'),
  once('saved views', '/api/admin/views?list=sales'),
  { name: 'a customer', path: async (shop) => `/api/admin/customers/${await customerOfTwo(shop)}` },
  { name: 'notes of a customer', path: async (shop) => `/api/admin/customers/${await customerOfTwo(shop)}/notes` },
  { name: 'export of a customer', path: async (shop) => `/api/admin/customers/${await customerOfTwo(shop)}/export` },
  { name: 'page of a customer', path: async (shop) => `/admin/customers/${await customerOfTwo(shop)}` },
  ...perPeriod('figures', '/api/admin/figures'),
  ...perPeriod('analytics', '/api/admin/analytics'),
  ...Object.keys(ORIGIN_GROUPS).flatMap((by) => perPeriod(`origins by ${by}`, `/api/admin/analytics/origins?by=${by}`)),
  once('page /admin', '/admin'),
  once('page /admin/sales', '/admin/sales'),
  once('page /admin/analytics', '/admin/analytics'),
  once('page /admin/analytics/origins', '/admin/analytics/origins'),
];

/** Both shops have such a one. */
async function customerOfTwo({ store }: Shop): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT "customerId" AS id FROM purchases
    WHERE "customerId" IS NOT NULL GROUP BY 1 HAVING count(*) = 2 ORDER BY 1 LIMIT 1`.execute(store.database());
  return rows[0]?.id ?? '';
}

/** The dashboard, of each list its first and last page, every sort and every filter with its last page, a narrow search and common ones, and the desk. */
export const listCalls: Call[] = [
  { name: 'dashboard', path: () => '/api/admin/dashboard-stats' },
  ...LISTS.flatMap(callsOf),
  ...deskCalls,
];

/** These look at every sale by their nature, or are no list. */
export const otherCalls: Call[] = [
  ...deskCalls
    .filter(({ name }) =>
      /^(?:attention|readiness|keys in stock|machines|analytics|origins by source|page .admin$)/.test(name),
    )
    .map((call): Call => ({ ...call, name: `${call.name}, after a change`, isAfterChange: true })),
  ...LISTS.filter(({ commonSearches }) => commonSearches.length > 0).flatMap(({ name, path }) => [
    { name: `${name}, q=silva, never asked before`, path: () => `${path}?q=silva`, respell: respellSilva },
    { name: `${name}, q=silva, in the middle`, path: (shop: Shop) => pageOf(shop, path, 'q=silva', 0.5) },
  ]),
  { name: 'purchases, q=ana by customer, far down', path: () => '/api/admin/purchases?q=ana&sort=customer&order=desc' },
];

function callsOf({ name, path, sorts, filters, search, commonSearches }: List): Call[] {
  const first = (query: string) => `${path}?${query}&page=1`;
  return [
    { name: `${name}, page 1`, path: () => first('') },
    { name: `${name}, last page`, path: (shop) => lastPageOf(shop, path, '') },
    ...sorts.flatMap((sort) =>
      ['asc', 'desc'].flatMap((order) => [
        { name: `${name}, by ${sort} ${order}`, path: () => first(`sort=${sort}&order=${order}`) },
        {
          name: `${name}, by ${sort} ${order}, last page`,
          path: (shop: Shop) => lastPageOf(shop, path, `sort=${sort}&order=${order}`),
        },
      ]),
    ),
    ...filters.flatMap((filter) => [
      { name: `${name}, ${decodeURIComponent(filter)}`, path: () => first(filter) },
      {
        name: `${name}, ${decodeURIComponent(filter)}, last page`,
        path: (shop: Shop) => lastPageOf(shop, path, filter),
      },
    ]),
    ...(search
      ? [
          {
            name: `${name}, a search that finds few`,
            path: async (shop: Shop) => first(`q=${encodeURIComponent(await search(shop))}`),
          },
        ]
      : []),
    ...commonSearches.flatMap((text) => [
      { name: `${name}, q=${text}`, path: () => first(`q=${text}`) },
      { name: `${name}, q=${text}, last page`, path: (shop: Shop) => lastPageOf(shop, path, `q=${text}`) },
    ]),
  ];
}

function lastPageOf(shop: Shop, path: string, query: string): Promise<string> {
  return pageOf(shop, path, query, 1);
}

/** The page that lies so far down the list, as a share of it. */
async function pageOf({ owner }: Shop, path: string, query: string, share: number): Promise<string> {
  const { total, pageSize } = (await owner.get(`${path}?${query}&page=1`)).json<{ total: number; pageSize: number }>();
  return `${path}?${query}&page=${Math.max(1, Math.ceil((share * total) / pageSize))}`;
}

/** The same search, spelled as in no other round: capitals where the round's number has a one, and an accent. */
function respellSilva(path: string, round: number): string {
  const letters = [...(round >= 32 ? 'sílva' : 'silva')].map((letter, at) =>
    (round >> at) & 1 ? letter.toUpperCase() : letter,
  );
  return path.replace('silva', encodeURIComponent(letters.join('')));
}

function today(): string {
  return daysAgo(0);
}

function daysAgo(days: number): string {
  return shiftDay(dayOf(new Date()), -days);
}
