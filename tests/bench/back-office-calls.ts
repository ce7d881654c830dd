import { sql } from 'kysely';
import { KEY_SORTS, KEY_STATUSES } from '#src/wire/activation-keys.ts';
import { AFFILIATE_SORTS } from '#src/wire/affiliates.ts';
import { AUDIT_KINDS } from '#src/wire/audit.ts';
import { COUPON_SORTS } from '#src/wire/coupons.ts';
import { CUSTOMER_SORTS } from '#src/wire/customers.ts';
import { PRODUCT_SORTS } from '#src/wire/products.ts';
import { SALE_SORTS, SALE_STATUSES } from '#src/wire/sale-list.ts';
import type { Client } from '../support/client.ts';
import type { Store } from '../support/store.ts';

type Shop = { store: Store; owner: Client };

/** A call of the back-office; where a path depends on what is in the shop, it is looked up before it is measured. */
export type Call = { name: string; path: (shop: Shop) => string | Promise<string> };

type List = {
  name: string;
  path: string;
  sorts: readonly string[];
  filters: string[];
  /** What finds the row with the number 42, and few others. */
  search: ((shop: Shop) => Promise<string>) | null;
};

/** What is found by a text of the row that has this id. */
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
    path: '/api/admin/customers',
    sorts: CUSTOMER_SORTS,
    filters: [],
    search: textOf('customers', 'email', 'customer-42'),
  },
  {
    name: 'purchases',
    path: '/api/admin/purchases',
    sorts: SALE_SORTS,
    filters: [
      ...SALE_STATUSES.map((status) => `status=${encodeURIComponent(status)}`),
      'period=30d',
      'period=30d&status=Completado',
      'status=Completado&sort=total&order=desc',
      'status=Completado&sort=customer&order=asc',
    ],
    search: textOf('purchases', 'customerEmail', 'purchase-42'),
  },
  {
    name: 'activation-keys',
    path: '/api/admin/activation-keys',
    sorts: KEY_SORTS,
    filters: [
      ...KEY_STATUSES.map((status) => `status=${status}`),
      'productId=product-7',
      'productId=product-7&status=available',
      'status=available&sort=key&order=asc',
    ],
    search: textOf('activationKeys', 'key', 'key-42'),
  },
  {
    name: 'coupons',
    path: '/api/admin/coupons',
    sorts: COUPON_SORTS,
    filters: ['status=active', 'status=inactive'],
    search: textOf('coupons', 'code', 'coupon-42'),
  },
  {
    name: 'affiliates',
    path: '/api/admin/affiliates',
    sorts: AFFILIATE_SORTS,
    filters: [],
    search: textOf('users', 'email', 'affiliate-42'),
  },
  {
    name: 'affiliate sales',
    path: '/api/admin/affiliate-sales/all',
    sorts: ['date'],
    filters: ['status=pending', 'status=paid', 'affiliate=affiliate-7', 'affiliate=affiliate-7&status=paid'],
    search: null,
  },
  {
    name: 'products',
    path: '/api/admin/products',
    sorts: PRODUCT_SORTS,
    filters: [],
    search: textOf('products', 'description', 'product-42'),
  },
  {
    name: 'audit',
    path: '/api/admin/audit',
    sorts: ['time'],
    filters: Object.keys(AUDIT_KINDS).map((kind) => `kind=${kind}`),
    search: null,
  },
];

/** The dashboard, and of each list its first and last page, every sort, a narrow search and every filter with its last page. */
export const listCalls: Call[] = [
  { name: 'dashboard', path: () => '/api/admin/dashboard-stats' },
  ...LISTS.flatMap(callsOf),
];

/** What looks at every sale by its nature, or is no list. */
export const otherCalls: Call[] = [
  { name: 'analytics, today', path: () => `/api/admin/analytics?from=${today()}&to=${today()}` },
  { name: 'analytics, since ever', path: () => '/api/admin/analytics' },
  { name: 'purchases, a name that many have', path: () => '/api/admin/purchases?q=silva' },
  { name: 'customers, a name that many have', path: () => '/api/admin/customers?q=silva' },
  { name: 'page /admin', path: () => '/admin' },
  { name: 'page /admin/sales', path: () => '/admin/sales' },
];

function callsOf({ name, path, sorts, filters, search }: List): Call[] {
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
  ];
}

async function lastPageOf({ owner }: Shop, path: string, query: string): Promise<string> {
  const { total, pageSize } = (await owner.get(`${path}?${query}&page=1`)).json<{ total: number; pageSize: number }>();
  return `${path}?${query}&page=${Math.max(1, Math.ceil(total / pageSize))}`;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
