import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { findAccountingError } from '#db/move/accounting-check.ts';
import { countMatches } from '#db/queries/lists/full-text-search.ts';
import type { Database } from '#db/tables.ts';
import { readSettings } from '#src/config.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { openDownload } from '#src/domain/downloads/downloads.ts';
import { readOpenCharge } from '#src/domain/payments/open-charge.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { showLicense } from '#src/domain/purchases/purchases.ts';
import { resendReceipt } from '#src/domain/purchases/receipt-mail.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { deliverDueMail } from '#src/domain/upkeep/deliver-mail.ts';
import { type OpenShop, openShop } from '#src/server/shop/open-shop.ts';
import { createDatabase, isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { recordFigure, scaled } from '../../support/scale.ts';
import { SHARED_SECRET } from '../../support/shared-secret.ts';
import { migrateBefore } from '../../support/store/earlier-schema.ts';

/** A store of the version whose purchases had no items. */
const SALES = scaled(2_000, 100_000);

let folder: string;
let url: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'items-'));
  const made = isOnPostgres() ? await createDatabase() : null;
  url = made?.url ?? `file:${join(folder, 'store.sqlite')}`;
  remove = made?.leave ?? (async () => undefined);
  const { db, close } = await openDatabase(url);
  await migrateBefore(db, '0019-purchase-items');
  await fill(db);
  await close();
});
afterAll(async () => {
  await remove();
  await rm(folder, { recursive: true, force: true });
});

test(`${SALES} sales get their items and numbers within 20 s, and no total changes`, async ({ task }) => {
  const { db, close } = await openDatabase(url);
  const before = await readTotals(db);
  const ownersBefore = await rowsOf(db, sql`select key, "purchaseId" as owner from "activationKeys" order by key`);
  const boughtBefore = await rowsOf(db, sql`select id, ${ITEM_FACTS} from purchases order by id`);
  const began = Date.now();
  await migrate(db);
  recordFigure(task, { name: 'migration to items', value: Date.now() - began, unit: 'ms', under: 20_000 });

  expect(await readTotals(db)).toEqual(before);
  expect(await findAccountingError({ select: async (statement) => valuesOf(db, statement) })).toBeUndefined();
  expect(await rowsOf(db, sql`select key, "itemId" as owner from "activationKeys" order by key`)).toEqual(ownersBefore);
  const bought = sql`select id, ${ITEM_FACTS} from "purchaseItems" where id = "purchaseId" and position = 0 order by id`;
  expect(await rowsOf(db, bought)).toEqual(boughtBefore);
  const numbers = await db.selectFrom('purchases').select('number').orderBy('createdAt').orderBy('id').execute();
  expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: SALES }, (_, at) => 1_001 + at));
  const integrity = isOnPostgres() ? [['ok']] : await valuesOf(db, 'pragma integrity_check');
  expect(integrity).toEqual([['ok']]);
  await close();
});

describe('after it', () => {
  let opened: OpenShop;
  beforeAll(async () => {
    await mkdir(join(folder, 'uploads'));
    await writeFile(join(folder, 'uploads', 'plugin.zip'), 'a plugin');
    const settings = readSettings({
      DATABASE_URL: url,
      SHARED_SECRET,
      UPLOADS_DIR: join(folder, 'uploads'),
      MAIL_DIR: join(folder, 'mail'),
      DEMO_DATA: 'false',
      ADMIN_PASSWORD: 'senha-da-dona-42',
      ADMIN_GATE_PASSWORD: 'senha-do-portao-42',
    });
    opened = await openShop(settings, pino({ level: 'silent' }));
  });
  afterAll(() => opened.close());

  test('every old address of a purchase leads where it led', async () => {
    const { shop } = opened;
    const sold = 'purchase-10';
    expect(await showPurchase(shop, sold)).toMatchObject({
      paymentStatus: 'COMPLETED',
      items: [
        {
          id: sold,
          requiresActivation: true,
          totalAmount: 'R$ 90,00',
          downloadUrl: `/api/payments/download/${sold}`,
        },
      ],
    });
    expect(await showLicense(shop, sold)).toEqual({ activationKey: 'KEY-10', state: 'ready' });
    const wanted = { range: null, conditions: {}, isHead: false, hasPartOf: () => true, signal: ALWAYS, fileId: null };
    const download = await openDownload(shop, sold, wanted);
    expect(download).toMatchObject({ kind: 'file', file: { sizeBytes: 8 } });
    expect(await showSale(shop, sold)).toMatchObject({ id: sold, downloads: 2, keys: [{ key: { text: 'KEY-10' } }] });
    await resendReceipt(shop, sold, { email: 'buyer-10@exemplo.com.br' });
    expect(await deliverDueMail(shop)).toBe(1);

    expect(await showLicense(shop, 'purchase-3')).toMatchObject({ activationKey: null, state: 'waiting' });
    expect(await showLicense(shop, 'purchase-4')).toMatchObject({ activationKey: null, state: 'frozen' });
    await expect(showLicense(shop, 'purchase-2')).rejects.toMatchObject({ code: 'refunded' });
    await expect(showLicense(shop, 'purchase-1')).rejects.toMatchObject({ code: 'not_completed' });
    await expect(showLicense(shop, 'nothing')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(readOpenCharge(shop, 'purchase-0')).resolves.toMatchObject({ purchaseId: 'purchase-0' });
    expect(await countMatches(shop.db, 'key', 'buyer-10@')).toBe(1);
  });

  test('a new order gets the next number', async () => {
    const { shop } = opened;
    const buyer = { customerName: 'Ana Luz', customerEmail: 'ana@exemplo.com.br', paymentMethod: 'pix' } as const;
    const order = { ...buyer, productId: 'product-1', couponCode: null };
    const { purchaseId } = await startPayment(shop, order, { idempotencyKey: null, clientNetwork: '' });
    expect((await showPurchase(shop, purchaseId)).number).toBe(1_001 + SALES);
  });
});

const ALWAYS = new AbortController().signal;
const ITEM_FACTS = sql`"productId", "productName", "priceCents", "totalCents", "requiresActivation", "keyWaitingSince", "downloadCount"`;

async function readTotals(db: Database) {
  return {
    tallies: await rowsOf(db, sql`select name, value from tallies where value <> 0 order by name`),
    hours: await rowsOf(db, sql`select * from "salesByHour" order by hour`),
    products: await rowsOf(db, sql`select * from "productFigures" order by id`),
    customers: await rowsOf(
      db,
      sql`select id, "purchaseCount", "saleCount", "totalSpentCents", "lastPurchaseAt", "firstSaleAt"
      from customers order by id`,
    ),
    kept: await rowsOf(
      db,
      sql`select sum("keptCents") as cents, count(*) as sales from purchases where status = 'COMPLETED'`,
    ),
    words: await rowsOf(
      db,
      sql`select id, words from "purchaseWords" union all select id, words from "keyWords" order by 1`,
    ),
  };
}

async function rowsOf(db: Database, statement: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await statement.execute(db)).rows;
}

async function valuesOf(db: Database, statement: string): Promise<(string | number | null)[][]> {
  const { rows } = await sql.raw<Record<string, string | number | null>>(statement).execute(db);
  return rows.map((row) => Object.values(row));
}

const START = Date.parse('2026-01-01T12:00:00.000Z');
const AT_ONCE = 200;

async function fill(db: Database): Promise<void> {
  const at = new Date(START).toISOString();
  await sql`insert into products (id, name, description, "priceCents", status, image, "systemRequirements", "isFeatured",
      "downloadUrl", "requiresActivation", "createdAt", "updatedAt")
    values ('product-0', 'Grão', '', 9990, 'active', '', '', 0, '/uploads/plugin.zip', 1, ${at}, ${at}),
      ('product-1', 'Lote', '', 9990, 'active', '', '', 0, '/uploads/plugin.zip', 0, ${at}, ${at})`.execute(db);
  for (let first = 0; first < SALES; first += AT_ONCE) {
    const sales = Array.from({ length: Math.min(AT_ONCE, SALES - first) }, (_, place) => saleAt(first + place));
    await sql`insert into customers (id, name, email, "createdAt")
      values ${sql.join(sales.map(({ n }) => sql`(${`customer-${n}`}, ${`Ana ${n}`}, ${`buyer-${n}@exemplo.com.br`}, ${at})`))}`.execute(
      db,
    );
    await sql`insert into purchases (id, "transactionId", "providerReference", provider, "providerChargeId", "pixCopyPaste", "customerId",
        "customerName", "customerEmail", "productId", "productName", "requiresActivation", "priceCents", "discountCents", "totalCents",
        "paidCents", "returnedCents", "returnedAt", status, "failureReason", review, "chargeState", "expiresAt", "createdAt",
        "completedAt", "refundedAt", "keyWaitingSince", "downloadCount")
      values ${sql.join(sales.map(({ purchase }) => sql`(${sql.join(purchase)})`))}`.execute(db);
    const keys = sales.filter(({ hasKey }) => hasKey);
    await sql`insert into "activationKeys" (id, "productId", key, "purchaseId", "createdAt", "assignedAt", "revokedAt", "revokedReason", "frozenAt")
      values ${sql.join(keys.map(({ key }) => sql`(${sql.join(key)})`))}`.execute(db);
  }
}

/** One each of twenty in a row is open, expired, refunded, without its key, disputed, and returned in part. */
function saleAt(n: number) {
  const kind = n % 20;
  // The times are not in the order in which the sales were written.
  const at = new Date(START + ((n * 7_919) % SALES) * 60_000).toISOString();
  const [status, reason] =
    kind === 0
      ? ['PENDING', null]
      : kind === 1
        ? ['FAILED', 'expired']
        : kind === 2
          ? ['REFUNDED', null]
          : ['COMPLETED', null];
  const isPaid = status === 'COMPLETED' || status === 'REFUNDED';
  const needsKey = n % 2 === 0 || kind === 3;
  const returned = kind === 2 ? 9_000 : kind === 5 ? 1_000 : 0;
  const until = kind === 0 ? '2099-01-01T00:00:00.000Z' : at;
  const [product, name] = needsKey ? ['product-0', 'Grão'] : ['product-1', 'Lote'];
  const money = [9_990, 990, 9_000, isPaid ? 9_000 : null, returned, returned > 0 ? at : null];
  const times = [until, at, isPaid ? at : null, kind === 2 ? at : null, kind === 3 ? at : null];
  const charge = kind === 0 ? [`charge-${n}`, 'copy and paste'] : [null, null];
  const buyer = [`customer-${n}`, `Ana ${n}`, `buyer-${n}@exemplo.com.br`];
  const ids = [`purchase-${n}`, `transaction-${n}`, `reference-${n}`, 'sandbox', ...charge];
  const state = [status, reason, kind === 4 ? 'dispute' : null, kind === 0 ? 'open' : 'closed'];
  const revoked = kind === 2 ? [at, 'refunded'] : [null, null];
  return {
    n,
    purchase: [...ids, ...buyer, product, name, needsKey ? 1 : 0, ...money, ...state, ...times, isPaid ? 1 : 0],
    hasKey: isPaid && needsKey && kind !== 3,
    key: [`key-${n}`, product, `KEY-${n}`, `purchase-${n}`, at, at, ...revoked, kind === 4 ? at : null],
  };
}
