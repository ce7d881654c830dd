import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { indexNewWords, SEARCHABLE, searched } from '#db/queries/lists/full-text-search.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { listCustomerPage } from '#src/domain/customers/customers.ts';
import { listKeyPage } from '#src/domain/keys/key-list.ts';
import { listProductPage } from '#src/domain/products/products.ts';
import { listSalePage } from '#src/domain/sales/sales.ts';
import type { Shop } from '#src/domain/shop.ts';
import { shiftDay } from '#src/wire/basics/dates.ts';
import { CUSTOMER_LIST } from '#src/wire/customers/customers.ts';
import { KEY_LIST, type KeyStatus } from '#src/wire/keys/key-list.ts';
import type { ListRequest, Page } from '#src/wire/lists/lists.ts';
import { plainName } from '#src/wire/products/categories.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import type { SaleStatus } from '#src/wire/purchases/purchase-status.ts';
import { SALE_LIST } from '#src/wire/sales/sale-list.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { firstItemOf } from '../../support/purchases/items.ts';
import { fillShop } from '../../support/store/large-shop.ts';

const opened = openShopForFile();
let shop: Shop;

beforeAll(async () => {
  shop = opened.shop;
  await fillShop(shop.db, {
    ...{ products: 30, customers: 200, purchases: 800, keys: 800, coupons: 20, affiliates: 5, audits: 0 },
  });
  // Some are indexed, and others not yet.
  for (const kind of SEARCHABLE) await indexNewWords(shop.db, kind, 400);
  await sql`UPDATE customers SET name = 'Ângela Öhman' WHERE ${isNth('customer', 40)}`.execute(shop.db);
  await sql`UPDATE purchases SET "customerName" = 'ÂNGELA IÑÍGUEZ' WHERE ${isNth('purchase', 35)}`.execute(shop.db);
  await sql`UPDATE purchases SET "customerName" = NULL, "customerEmail" = NULL WHERE ${isNth('purchase', 60)}`.execute(
    shop.db,
  );
  await sql`UPDATE products SET name = 'GRÃO à Mão ' || id, description = 'Cinquenta texturas:\npó & açúcar' WHERE ${isNth('product', 7)}`.execute(
    shop.db,
  );
  await sql`UPDATE products SET "withdrawnAt" = "createdAt" WHERE ${isNth('product', 9)}`.execute(shop.db);
  await shop.db.updateTable('purchaseItems').set({ keyWaitingSince: null }).execute();
  await sql`UPDATE "purchaseItems" SET "keyWaitingSince" = '2026-11-21' WHERE ${isNth('purchase', 90)}`.execute(
    shop.db,
  );
});

function isNth(kind: string, n: number) {
  const number = sql`CAST(substr(id, ${sql.lit(kind.length + 2)}) AS INTEGER)`;
  return sql`CASE WHEN id LIKE ${sql.lit(`${kind}-%`)} THEN ${number} END % ${sql.lit(n)} = 0`;
}

describe('a search page equals a full scan', () => {
  test('of customers', async () => {
    expect.hasAssertions();
    const rows = await shop.db.selectFrom('customers').selectAll().where('erasedAt', 'is', null).execute();
    const list = rows.map((row) => ({ row, words: [row.name, row.email] }));
    const orders = {
      name: 'nameOrder',
      email: 'email',
      createdAt: 'createdAt',
      lastPurchaseDate: 'lastPurchaseAt',
      purchaseCount: 'purchaseCount',
      totalSpent: 'totalSpentCents',
    } as const;
    await expectPlainPages(list, CUSTOMER_LIST.sorts, [null], async (request) => ({
      page: await listCustomerPage(shop, request),
      plainly: list.filter(({ words }) => contain(words, request.q)),
      columns: ({ row }) => [row[orders[request.sort]], row.id],
    }));
  });

  test('of sales', async () => {
    expect.hasAssertions();
    const rows = await shop.db.selectFrom('purchases').selectAll().execute();
    const list = rows.map((row) => ({
      row,
      words: [row.id, row.transactionId, row.customerName, row.customerEmail, firstItemOf(row).productName],
    }));
    const orders = {
      createdAt: 'createdAt',
      total: 'totalCents',
      customer: 'customerOrder',
      product: 'productOrder',
    } as const;
    const today = new Date().toISOString().slice(0, 10);
    const narrowings = STATUSES.flatMap(([status, isOfStatus]) =>
      [
        ALWAYS,
        { from: shiftDay(today, -60), to: null },
        { from: shiftDay(today, -250), to: shiftDay(today, -150) },
      ].map((period) => ({ status, isOfStatus, ...period })),
    );
    await expectPlainPages(list, SALE_LIST.sorts, narrowings, async ({ status: narrowing, ...request }) => {
      const { status, isOfStatus, from, to } = narrowing;
      const q = request.q.replace(/^#/, '');
      return {
        page: await listSalePage(shop, {
          ...request,
          status,
          period: null,
          origem: null,
          from,
          to,
        }),
        plainly: list
          .filter(({ row }) => isOfStatus(row))
          .filter(({ row }) => from === null || row.createdAt >= `${from}T03:00:00.000Z`)
          .filter(({ row }) => to === null || row.createdAt < `${shiftDay(to, 1)}T03:00:00.000Z`)
          .filter(({ row, words }) =>
            [...q].length < 3
              ? [row.customerOrder, row.productOrder].some((name) => name?.startsWith(plainly(q)))
              : contain(words, q) || q === row.providerReference || isNumber(q, row),
          ),
        isFirst: ({ row }) => isNumber(q, row),
        columns: ({ row }) => [row[orders[request.sort]], row.id],
      };
    });
  });

  test('of products', async () => {
    expect.hasAssertions();
    const rows = await shop.db
      .selectFrom('products')
      .leftJoin('categories', 'categories.id', 'products.categoryId')
      .selectAll('products')
      .select('categories.name as category')
      .where('withdrawnAt', 'is', null)
      .execute();
    const list = rows.map((row) => ({ row, words: [row.name, row.description], category: row.category }));
    const orders = { update: 'updatedAt', name: 'nameOrder', price: 'priceCents', downloads: 'downloads' } as const;
    await expectPlainPages(list, PRODUCT_LIST.sorts, [null], async (request) => ({
      page: await listProductPage(shop, { ...request, category: null, state: null }),
      plainly: list.filter(({ words, category }) => contain(words, request.q) || isIn(category, request.q)),
      columns: ({ row }) => [row[orders[request.sort]], row.id],
    }));
  });

  test('of keys', async () => {
    expect.hasAssertions();
    const rows = await shop.db
      .selectFrom('activationKeys')
      .innerJoin('products', 'products.id', 'activationKeys.productId')
      .leftJoin('purchases', 'purchases.id', 'activationKeys.itemId')
      .select(['activationKeys.id', 'key', 'activationKeys.createdAt', 'assignedAt', 'revokedAt', 'nameOrder'])
      .select(['customerName', 'customerEmail'])
      .execute();
    const list = rows.map((row) => ({ row, words: [row.key, row.customerName, row.customerEmail] }));
    const stateOf = (row: (typeof rows)[number]) =>
      row.revokedAt ? 'revoked' : row.assignedAt ? 'assigned' : 'available';
    await expectPlainPages(list, KEY_LIST.sorts, KEY_STATUSES, async (request) => ({
      page: await listKeyPage(shop, { ...request, productId: null, machines: null }),
      plainly: list
        .filter(({ row }) => request.status === null || stateOf(row) === request.status)
        .filter(({ words }) => contain(words, request.q)),
      columns: ({ row }) =>
        request.sort === 'product' ? [row.nameOrder, row.createdAt, row.id] : [row[request.sort], row.id],
      newestFirst: request.sort === 'product' ? 1 : undefined,
    }));
  });
});

describe('the search index', () => {
  test('finds a word in every spelling', async () => {
    const letters = Array.from({ length: 0x180 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20)).join('');
    const person = { name: `${letters}Жѐß漢字😀`, email: 'letras@exemplo.com.br' };
    await shop.db
      .insertInto('customers')
      .values({ id: 'letters', ...person, createdAt: '2026-11-21T12:00:00.000Z', erasedAt: null })
      .execute();
    const kept = await shop.db.selectFrom('customerWords').select('words').where('id', '=', 'letters').execute();
    expect(kept).toEqual([{ words: searched(`${person.name}\n${person.email}`) }]);
    await shop.db.deleteFrom('customers').where('id', '=', 'letters').execute();
  });

  test('recounts cached totals after any change', async () => {
    const request = { q: 'zuleika', sort: 'name', order: 'asc', page: 1, pageSize: 10 } as const;
    const totalOf = async () => (await listCustomerPage(shop, request)).total;
    expect([await totalOf(), await totalOf()]).toEqual([0, 0]);
    const customer = { id: 'z', name: 'Zuleika Quixote', email: 'z@exemplo.com.br', createdAt: '2026', erasedAt: null };
    await shop.db.insertInto('customers').values(customer).execute();
    expect([await totalOf(), await totalOf()]).toEqual([1, 1]);
    const elsewhere = opened.openElsewhere();
    await elsewhere.updateTable('customers').set({ name: 'Ana' }).where('id', '=', 'z').execute();
    await elsewhere.destroy();
    expect(await totalOf()).toBe(0);
    await shop.db.deleteFrom('customers').where('id', '=', 'z').execute();
  });

  test('finds a sold key by its buyer until the buyer is erased', async () => {
    const total = async (q: string) =>
      (
        await listKeyPage(shop, {
          q,
          sort: 'key',
          order: 'asc',
          page: 1,
          pageSize: 10,
          status: null,
          productId: null,
          machines: null,
        })
      ).total;
    const key = await shop.db
      .selectFrom('activationKeys')
      .select('itemId')
      .where('itemId', 'is not', null)
      .executeTakeFirstOrThrow();
    const rename = (name: string | null) =>
      shop.db
        .updateTable('purchases')
        .set({ customerName: name })
        .where('id', '=', key.itemId ?? '')
        .execute();
    await rename('Zuleika Quixote');
    expect(await total('ZULEÍKA')).toBe(1);
    await rename(null);
    expect(await total('zuleika')).toBe(0);
  });
});

const ALWAYS = { from: null, to: null };
const KEY_STATUSES: (KeyStatus | null)[] = [null, 'available', 'assigned', 'revoked'];
const STATUSES: [SaleStatus | null, (row: PurchaseRow) => boolean][] = [
  [null, () => true],
  ['completed', ({ status }) => status === 'COMPLETED'],
  ['refunded', ({ status }) => status === 'REFUNDED'],
  ['failed', ({ status, failureReason }) => status === 'FAILED' && failureReason !== 'expired'],
  ['waiting_for_key', ({ id }) => Number(id.replace('purchase-', '')) % 90 === 0],
];

/** Whoever types an order's number finds that order before all that have it somewhere. */
function isNumber(q: string, { number }: PurchaseRow): boolean {
  return /^\d{4,9}$/.test(q) && number === Number(q);
}

type Listed = { row: { id: string }; words: (string | null)[] };
type Narrowed<Sort extends string, Status> = ListRequest<Sort> & { status: Status };
type Compared<Item> = {
  page: Page<{ id: string }>;
  /** All that should be found, in any order. */
  plainly: Item[];
  isFirst?: (item: Item) => boolean;
  /** The list is sorted by these. */
  columns: (item: Item) => (string | number | null)[];
  /** The order is always the descending one from this column on. */
  newestFirst?: number | undefined;
};

/** Asks for random pieces of what is in the list, in every spelling, in every order and on any page. */
async function expectPlainPages<Item extends Listed, Sort extends string, Status>(
  list: Item[],
  sorts: readonly Sort[],
  statuses: readonly Status[],
  compare: (request: Narrowed<Sort, Status>) => Promise<Compared<Item>>,
): Promise<void> {
  const requests = fc.record({
    q: anySearch(list),
    sort: fc.constantFrom(...sorts),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    pageSize: fc.constantFrom(1, 10, 20, 100),
    /** It says how far down the list, beyond its end too. */
    depth: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1.1, noNaN: true })),
    status: fc.constantFrom(...statuses),
  });
  const numRuns = Number(process.env['RUNS'] ?? 60);
  await fc.assert(
    fc.asyncProperty(requests, async ({ depth, ...rest }) => {
      const total = (await compare({ ...rest, page: 1 })).page.total;
      const request = { ...rest, page: Math.max(1, Math.ceil((depth * total) / rest.pageSize)) };
      const { page, plainly: found, isFirst, columns, newestFirst } = await compare(request);
      const placeOf = (item: Item) => (isFirst?.(item) ? 0 : 1);
      const direction = (at: number) => (request.order === 'desc' || at >= (newestFirst ?? Infinity) ? -1 : 1);
      const sorted = found.toSorted((one, other) => {
        const others = columns(other);
        return columns(one).reduce<number>(
          (sum, value, at) => sum || direction(at) * rank(value, others[at] ?? null),
          placeOf(one) - placeOf(other),
        );
      });
      const start = (request.page - 1) * request.pageSize;
      expect(page.items.map(({ id }) => id)).toEqual(
        sorted.slice(start, start + request.pageSize).map(({ row }) => row.id),
      );
      expect(page.total).toBe(found.length);
    }),
    { numRuns, interruptAfterTimeLimit: Math.max(25_000, numRuns * 100) },
  );
}

/** A piece of a row's words: in capitals, without its accents or with others, whole lines too, and now and then nothing that is there. */
function anySearch(list: Listed[]): fc.Arbitrary<string> {
  const piece = fc
    .tuple(fc.constantFrom(...list), fc.nat(4), fc.nat(60), fc.integer({ min: 1, max: 24 }))
    .map(([{ words }, at, from, length]) => {
      const word = words[at % words.length] ?? '';
      const start = from % Math.max(1, word.length);
      return word.slice(start, start + length).trim();
    });
  const respelled = fc.tuple(piece, fc.nat(3)).map(([text, way]) => {
    if (way === 1) return text.toUpperCase();
    if (way === 2) return text.normalize('NFD').replace(/\p{M}/gu, '');
    return way === 3 ? text.replaceAll('a', 'Ã').replaceAll('e', 'ë') : text;
  });
  const common = fc.constantFrom(
    'silva',
    'exemplo',
    '.com.br',
    'ana',
    'CF-',
    'a',
    'é',
    '@',
    'purchase-',
    'onda',
    '%',
    '"',
    '*',
  );
  const odd = fc.string({ maxLength: 5 });
  return fc.oneof(respelled, common, odd, fc.constant('')).map((text) => text.trim());
}

function isIn(category: string | null, q: string): boolean {
  return category !== null && plainName(q) !== '' && plainName(category).includes(plainName(q));
}

function contain(words: (string | null)[], q: string): boolean {
  return words.some((word) => word !== null && plainly(word).includes(plainly(q)));
}

function plainly(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** SQLite sorts so: nothing comes first, and texts go by their letters' numbers. */
function rank(one: string | number | null, other: string | number | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other);
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
