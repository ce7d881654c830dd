import { AFFILIATE_LIST, COMMISSION_LIST } from '#src/wire/affiliates/affiliates.ts';
import { AUDIT_KINDS, AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { COUPON_LIST } from '#src/wire/coupons/coupons.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';
import { KEY_LIST, KEY_STATUS_NAMES } from '#src/wire/keys/key-list.ts';
import { FAILED_MAIL_LIST } from '#src/wire/mail/mail.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import { SALE_STATUSES } from '#src/wire/purchases/purchase-status.ts';
import { SALE_LIST, SALE_PERIODS } from '#src/wire/sales/sale-list.ts';
import { scaled } from '../scale.ts';
import type { Client } from './client.ts';

/** Some thousand reads, one after the other, outlast the limit of other tests on a busy machine. */
export const EVERY_READ = { timeout: scaled(900_000, 3_600_000) };

/** Each address has what it answers. */
export type Answers = Map<string, string>;

type List = { path: string; sorts: readonly string[]; filters: string[]; searches: string[]; details: Details };
type Details = (item: { id: string; [field: string]: unknown }) => string[];

const LISTS: List[] = [
  {
    ...CUSTOMER_LIST,
    filters: [],
    searches: ['silva', 'an', '@', 'ção'],
    details: ({ id }) => [`/api/admin/customers/${id}`],
  },
  {
    ...SALE_LIST,
    filters: [
      ...SALE_STATUSES.map((status) => `status=${status}`),
      ...SALE_PERIODS.map(({ value }) => `period=${value}`),
      'status=completed&sort=customer&order=asc',
    ],
    searches: ['silva', 'an', 'exemplo', 'E00000000', 'çã', '100%', '_'],
    details: ({ id }) => [
      `/api/admin/purchases/${id}`,
      `/api/admin/purchases?q=${id}`,
      `/api/payments/purchase/${id}`,
      `/api/payments/license/${id}`,
    ],
  },
  {
    ...KEY_LIST,
    filters: [
      ...Object.keys(KEY_STATUS_NAMES).map((status) => `status=${status}`),
      'productId=curva-motion',
      'productId=product-7&status=available',
    ],
    searches: ['silva', 'CF-', 'an'],
    details: ({ id }) => [`/api/admin/activation-keys?q=${id}`],
  },
  { ...COUPON_LIST, filters: ['status=active', 'status=inactive'], searches: ['cup', 'a'], details: () => [] },
  {
    ...AFFILIATE_LIST,
    filters: [],
    searches: ['an', '@'],
    details: ({ id }) => [
      `${COMMISSION_LIST.path}?affiliate=${id}`,
      `/api/admin/affiliate-sales/${id}/summary`,
      `/api/admin/affiliate-sales/${id}`,
      `/api/admin/partners/${id}`,
    ],
  },
  { ...COMMISSION_LIST, filters: ['status=pending', 'status=paid'], searches: [], details: () => [] },
  {
    ...PRODUCT_LIST,
    filters: ['category=motion-graphics', 'category=-'],
    searches: ['cor', 'ed'],
    details: ({ id }) => [`/api/admin/products/${id}/details`, `/api/public/products/${id}`],
  },
  {
    ...AUDIT_LIST,
    sorts: [],
    filters: Object.keys(AUDIT_KINDS).map((kind) => `kind=${kind}`),
    searches: ['product'],
    details: () => [],
  },
  { ...FAILED_MAIL_LIST, filters: [], searches: [], details: () => [] },
];

const OTHERS = [
  '/api/admin/payouts/payable',
  '/api/admin/dashboard-stats',
  '/api/admin/analytics',
  '/api/admin/analytics/origins',
  '/api/admin/analytics/origins?by=product',
  '/api/admin/figures',
  '/api/admin/activation-keys/stock',
  '/api/admin/categories',
  '/api/admin/bank',
  '/api/admin/bank/comparison',
  '/api/admin/affiliates/suggested-code?name=Ana&rate=10',
  '/api/auth/user',
  '/api/public/products',
  '/api/public/product-categories',
  '/sitemap.xml',
];

const EXPORTS = [
  '/api/admin/customers/export.csv',
  '/api/admin/purchases/export.csv',
  '/api/admin/activation-keys/export.csv',
];

/** All pages of short lists, and of long ones the first, the last and one in the middle, with what the first rows of each lead to; `only` leaves out all but one list. */
export async function readEverything(client: Client, only?: { path: string }): Promise<Answers> {
  const answers: Answers = new Map();
  const read = async (path: string) => {
    const { status, text } = await client.get(path);
    answers.set(path, `${status} ${text}`);
    return text;
  };
  for (const path of only ? [] : OTHERS) await read(path);
  for (const list of LISTS) {
    if (only && only.path !== list.path) continue;
    const queries = [
      'sort=',
      ...list.sorts.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`)),
      ...list.filters,
      ...list.searches.map((text) => `q=${encodeURIComponent(text)}`),
    ];
    for (const query of queries) {
      const first = readPage(await read(`${list.path}?${query}&page=1`));
      for (const page of pagesAfter(first)) await read(`${list.path}?${query}&page=${page}`);
      const opened = first.items.slice(0, OPENED);
      const details = opened.flatMap(list.details).filter((path) => !answers.has(path));
      for (const path of details) await read(path);
    }
  }
  return answers;
}

/** Each leaves an entry in the audit trail. */
export async function exportEverything(client: Client): Promise<Answers> {
  const answers: Answers = new Map();
  for (const path of EXPORTS) {
    const { status, text } = await client.get(path);
    answers.set(path, `${status} ${text}`);
  }
  return answers;
}

type Page = { items: { id: string }[]; total: number; pageSize: number };

function readPage(text: string): Page {
  const page: Page = JSON.parse(text);
  return page;
}

function pagesAfter({ total, pageSize }: Page): number[] {
  const last = Math.ceil(total / pageSize);
  const pages = last > LONG ? [Math.ceil(last / 2), last] : Array.from({ length: last }, (_, page) => page + 1);
  return pages.filter((page) => page > 1);
}

const LONG = 5;
/** Each query has others before all: what is free, refunded or in doubt comes first where that is asked for. */
const OPENED = scaled(3, Number.POSITIVE_INFINITY);

/** Returns by address what was there where both begin to differ, and what is. */
export function differencesOf(answers: Answers, expected: Answers): [path: string, was: string, is: string][] {
  const paths = [...new Set([...expected.keys(), ...answers.keys()])];
  return paths.flatMap((path) => {
    const [was, is] = [expected.get(path) ?? '', answers.get(path) ?? ''];
    if (was === is) return [];
    const at = [...was].findIndex((letter, place) => letter !== is[place]);
    const part = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
    return [[path, part(was), part(is)]];
  });
}
