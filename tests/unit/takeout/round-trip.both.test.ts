import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { listRowsAfter, type PlainRow } from '#db/queries/takeout/takeout.ts';
import { saleTable } from '#src/domain/takeout/own-tables.ts';
import { PLAIN_TABLES } from '#src/domain/takeout/plain-tables.ts';
import { writeTable } from '#src/http/responses/csv-response.ts';
import { IMPORT_PROVIDER } from '#src/wire/payments/pix-providers.ts';
import { openShopForFile } from '../../support/before-tests/shop.ts';
import { sell } from '../../support/store/shop.ts';
import { readTable } from '../imports/read-table.ts';

const opened = openShopForFile();
const SALES = 8;
let sold: string[] = [];

beforeAll(async () => {
  for (let at = 0; at < SALES; at += 1)
    sold.push(await sell(opened.shop, at % 2 === 0 ? 'grade-cinema' : 'curva-motion'));
  sold = sold.toSorted();
});

/** What a person may type, with all that a spreadsheet, or a reader of CSV, could stumble over. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        ';',
        ',',
        '"',
        '""',
        "'",
        '|',
        'Ç',
        'ã',
        '李',
        '👩',
        ' ',
        'SUM(A1)',
        '1,5',
      ),
      fc.string({ minLength: 1, maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `a${parts.join('')}`.slice(0, 60))
  .chain((text) => fc.constantFrom(text, text.slice(1)))
  .map((text) =>
    text
      .normalize('NFC')
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
  )
  // An apostrophe of the name itself, before what looks like a formula, is the one thing that a reader takes for the export's.
  .filter((text) => text !== '' && !/^'[=+@＝＋－＠-]/.test(text));
const sale = fc.record({
  name: typed,
  mailbox: fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/),
  product: typed,
  key: fc.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/),
  isByPartner: fc.boolean(),
  state: fc.constantFrom('paid', 'refunded', 'returned_in_part', 'free', 'free_refunded'),
});

test('whatever a shop has sold, its own import reads the same people, sales, keys and refunds', async () => {
  const { db } = opened.shop;
  const partner = await db
    .selectFrom('coupons')
    .select(['code', 'affiliateId'])
    .where('affiliateId', 'is not', null)
    .executeTakeFirstOrThrow();
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: SALES, maxLength: SALES }), async (sales) => {
      for (const [at, { name, mailbox, product, key, isByPartner, state }] of sales.entries()) {
        const id = sold[at] ?? '';
        const isFree = state.startsWith('free');
        const isRefunded = state.endsWith('refunded');
        const totalCents = isFree ? 0 : 12_990 + at;
        const returnedAt = new Date(opened.shop.clock.now().getTime() + 1_000).toISOString();
        await db
          .updateTable('purchases')
          .set({
            customerName: name,
            customerEmail: `${mailbox}@exemplo.com.br`,
            // What was never charged is recorded by an import alone.
            provider: isFree ? IMPORT_PROVIDER : 'sandbox',
            affiliateId: isByPartner ? partner.affiliateId : null,
            ...{ priceCents: totalCents, totalCents, paidCents: totalCents },
            status: isRefunded ? 'REFUNDED' : 'COMPLETED',
            refundedAt: isRefunded ? returnedAt : null,
            returnedAt: isFree || state === 'paid' ? null : returnedAt,
            returnedCents: state === 'refunded' ? totalCents : state === 'returned_in_part' ? 1 + at : 0,
          })
          .where('id', '=', id)
          .execute();
        await db
          .updateTable('purchaseItems')
          .set({ productName: product, priceCents: totalCents, totalCents })
          .where('id', '=', id)
          .execute();
        await db
          .updateTable('activationKeys')
          .set({ key: `${at}-${key}` })
          .where('itemId', '=', id)
          .execute();
      }
      const { sales: read, problems, unpaid, source } = await readTable(await written(), opened.shop.clock.now());

      expect({ problems, unpaid, source }).toEqual({ problems: [], unpaid: 0, source: 'own' });
      expect(read.toSorted((one, other) => Number(one.externalId) - Number(other.externalId)).map(plain)).toEqual(
        await booked(partner.code),
      );
    }),
    { numRuns: 12 },
  );
}, 60_000);

test('each table is read to its end, page after page, and no row twice', async () => {
  const { db } = opened.shop;
  for (const { name, table, key, columns } of PLAIN_TABLES) {
    const plan = { table, key, columns: columns.map(({ column }) => column) };
    const whole = await listRowsAfter(db, plan, undefined, 5_000);
    const size = Math.max(2, Math.ceil(whole.length / 3));
    const paged: PlainRow[] = [];
    for (let page = await listRowsAfter(db, plan, undefined, size); page.length > 0; ) {
      paged.push(...page);
      page = await listRowsAfter(db, plan, page.at(-1), size);
    }
    expect(paged.slice(0, whole.length), name).toEqual(whole);
    expect(new Set(paged.map((row) => JSON.stringify(key.map((column) => row[column])))).size, name).toBe(paged.length);
  }
});

async function written(): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeTable(saleTable(opened.shop))) pieces.push(piece);
  return Buffer.concat(pieces);
}

type Read = Awaited<ReturnType<typeof readTable>>['sales'][number];

function plain({ externalId, email, name, paidAt, totalCents, returnedCents, refundedAt, affiliateCode, items }: Read) {
  return { externalId, email, name, paidAt, totalCents, returnedCents, refundedAt, affiliateCode, items };
}

/** Straight from the books. */
async function booked(code: string) {
  const { db } = opened.shop;
  const purchases = await db
    .selectFrom('purchases')
    .selectAll()
    .where('status', 'in', ['COMPLETED', 'REFUNDED'])
    .where('customerEmail', 'is not', null)
    .orderBy('number')
    .execute();
  const items = await db
    .selectFrom('purchaseItems')
    .leftJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
    .select(['purchaseId', 'productName', 'totalCents', 'key'])
    .orderBy('position')
    .execute();
  const itemsOf = Map.groupBy(items, ({ purchaseId }) => purchaseId);
  return purchases.map((row) => ({
    externalId: String(row.number),
    email: row.customerEmail,
    name: row.customerName?.replace(/\s+/g, ' '),
    // A table tells the second.
    paidAt: row.completedAt?.replace(/\.\d{3}Z$/, '.000Z'),
    totalCents: row.totalCents,
    returnedCents: row.status === 'REFUNDED' ? row.totalCents : row.returnedCents,
    refundedAt: row.status === 'REFUNDED' ? (row.refundedAt?.replace(/\.\d{3}Z$/, '.000Z') ?? null) : null,
    affiliateCode: row.affiliateId === null ? null : code,
    items: (itemsOf.get(row.id) ?? []).map(({ productName: product, totalCents: amountCents, key }) => ({
      product,
      amountCents,
      key,
    })),
  }));
}
