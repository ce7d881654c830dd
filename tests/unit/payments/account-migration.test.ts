import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import * as theStore from '#db/migrations/0001-the-store.ts';
import * as theBackOffice from '#db/migrations/0002-the-back-office.ts';
import * as couponsAndCommissions from '#db/migrations/0003-coupons-and-commissions.ts';
import * as theBanks from '#db/migrations/0004-the-banks.ts';

let folder: string;
let database: OpenDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accounts-'));
  database = openSqlite(`file:${join(folder, 'store.sqlite')}`);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const RELEASED = {
  '0001-the-store': theStore,
  '0002-the-back-office': theBackOffice,
  '0003-coupons-and-commissions': couponsAndCommissions,
  '0004-the-banks': theBanks,
};

test('the migration resolves two sales of one payment and loses nothing', async () => {
  const { db } = database;
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => RELEASED } }).migrateToLatest();
  expect(error).toBeUndefined();
  await fill();
  await migrate(db);
  const rows = await db.selectFrom('purchases').selectAll().orderBy('id').execute();
  expect(rows).toMatchObject([
    { id: 'first', status: 'COMPLETED', review: null, account: null, returnedCents: 0, keptCents: 9_990 },
    { id: 'held', status: 'PENDING', review: 'short_payment', returnedCents: 0 },
    { id: 'refunded', status: 'REFUNDED', returnedCents: 9_990, returnedAt: '2026-01-04T00:00:00.000Z' },
    { id: 'second', status: 'COMPLETED', review: 'dispute', keptCents: 9_990 },
  ]);
  const payments = await db.selectFrom('bankPayments').selectAll().execute();
  expect(payments).toEqual([{ account: 'pix', paymentId: 'E1', purchaseId: 'first' }]);
  const tallies = await db.selectFrom('tallies').selectAll().where('name', '=', 'salesCents').execute();
  expect(tallies).toEqual([{ name: 'salesCents', value: 19_980 }]);
  await db.updateTable('purchases').set({ returnedCents: 6_000 }).where('id', '=', 'first').execute();
  const { value } = await db
    .selectFrom('tallies')
    .select('value')
    .where('name', '=', 'salesCents')
    .executeTakeFirstOrThrow();
  expect(value).toBe(13_980);
});

test('the migration deletes stored webhook bodies and still recognizes their deliveries', async () => {
  const deliveries = await database.db.selectFrom('webhookInbox').selectAll().execute();
  expect(deliveries).toMatchObject([{ dedup: 'pix|E1', resourceId: 'first', state: 'done' }]);
  expect(JSON.stringify(deliveries)).not.toContain('Ana');
});

test('what held a coupon holds it after an upgrade too, and a deleted coupon no longer takes it along', async () => {
  const { db } = database;
  const holds = () => db.selectFrom('redemptions').selectAll().execute();
  const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' };
  expect(await holds()).toEqual([{ purchaseId: 'first', couponId: 'ten', state: 'USED', ...at }]);
  await expect(db.deleteFrom('coupons').execute()).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_TRIGGER' });
  expect(await holds()).toHaveLength(1);
});

/** The version before wrote it so: two sales of one payment, one that was given back, one held for its sum. */
async function fill(): Promise<void> {
  const { db } = database;
  const at = '2026-01-01T00:00:00.000Z';
  await sql`INSERT INTO products (id, name, description, "priceCents", status, image, "systemRequirements",
    "isFeatured", "downloadUrl", "requiresActivation", "createdAt", "updatedAt")
    VALUES ('p', 'P', '', 9990, 'active', '', '', 0, '', 0, ${at}, ${at})`.execute(db);
  await sql`INSERT INTO customers (id, name, email, "createdAt") VALUES ('c', 'Ana', 'ana@exemplo.com.br', ${at})`.execute(
    db,
  );
  await insert('first', {
    status: 'COMPLETED',
    paidCents: 9_990,
    payment: 'E1',
    completedAt: '2026-01-02T00:00:00.000Z',
  });
  await insert('second', {
    status: 'COMPLETED',
    paidCents: 9_990,
    payment: 'E1',
    completedAt: '2026-01-03T00:00:00.000Z',
    review: 'dispute',
  });
  await insert('refunded', {
    status: 'REFUNDED',
    paidCents: 9_990,
    completedAt: '2026-01-03T00:00:00.000Z',
    refundedAt: '2026-01-04T00:00:00.000Z',
  });
  await insert('held', { status: 'PENDING', paidCents: 5_000, review: 'short_payment' });
  await sql`INSERT INTO "webhookInbox" (provider, dedup, "resourceId", body, state, "nextAttemptAt", "receivedAt")
    VALUES ('pix', 'pix|E1', 'first', '{"pagador":{"nome":"Ana"}}', 'done', ${at}, ${at})`.execute(db);
  await sql`INSERT INTO coupons (id, code, name, description, type, "discountHundredths", "maxUses", used, "validFrom", "validTo",
    "isActive", "affiliateId", "createdAt", "updatedAt")
    VALUES ('ten', 'DEZ', 'Dez', '', 'PERCENT', 1000, null, 1, '2026-01-01', '2026-12-31', 1, null, ${at}, ${at})`.execute(
    db,
  );
  await sql`INSERT INTO redemptions VALUES ('first', 'ten', 'USED', ${at}, '2026-01-02T00:00:00.000Z')`.execute(db);
}

type Old = {
  status: string;
  paidCents: number;
  payment?: string;
  completedAt?: string;
  refundedAt?: string;
  review?: string;
};

async function insert(id: string, old: Old): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  await sql`INSERT INTO purchases (id, "transactionId", "providerReference", provider, "customerId", "productId", "productName",
    "priceCents", "discountCents", "totalCents", "paidCents", "requiresActivation", status, review, "chargeState",
    "providerPaymentId", "expiresAt", "createdAt", "completedAt", "refundedAt")
    VALUES (${id}, ${id}, ${id}, 'pix', 'c', 'p', 'P', 9990, 0, 9990, ${old.paidCents}, 0, ${old.status}, ${old.review ?? null},
    'closed', ${old.payment ?? null}, ${at}, ${at}, ${old.completedAt ?? null}, ${old.refundedAt ?? null})`.execute(
    database.db,
  );
}
