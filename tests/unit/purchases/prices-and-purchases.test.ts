import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import * as theStore from '#db/migrations/0001-the-store.ts';
import * as theBackOffice from '#db/migrations/0002-the-back-office.ts';
import * as couponsAndCommissions from '#db/migrations/0003-coupons-and-commissions.ts';
import * as theBanks from '#db/migrations/0004-the-banks.ts';
import { sumTallies } from '#db/queries/lists/paging.ts';
import { listAuditPage } from '#src/domain/audit/audit-trail.ts';
import type { Shop } from '#src/domain/shop.ts';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { actionText, fieldText } from '#src/wire/audit/audit-text.ts';

/** A store of the first release, which allowed what the shop no longer does. */
const FIRST_RELEASE = {
  '0001-the-store': theStore,
  '0002-the-back-office': theBackOffice,
  '0003-coupons-and-commissions': couponsAndCommissions,
  '0004-the-banks': theBanks,
};

let folder: string;
let database: OpenDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prices-'));
  database = openSqlite(`file:${folder}/store.sqlite`);
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => FIRST_RELEASE } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('the migration takes free products off sale and changes no other price', async () => {
  await insertProduct('free', { priceCents: 0 });
  await insertProduct('too-cheap', { priceCents: 49 });
  await insertProduct('cheapest', { priceCents: 50 });
  await insertProduct('draft', { priceCents: 0, status: 'Inativo' });
  await insertProduct('raised', { priceCents: 9_900, originalPriceCents: 9_900 });
  await insertProduct('reduced', { priceCents: 9_900, originalPriceCents: 9_901 });

  await migrate(database.db);

  const { rows } = await sql`select id, status, "priceCents", "originalPriceCents", "updatedAt" from products`.execute(
    database.db,
  );
  const known = { updatedAt: AT, originalPriceCents: null };
  expect(rows).toEqual([
    { ...known, id: 'free', status: 'Em revisão', priceCents: 0 },
    { ...known, id: 'too-cheap', status: 'Em revisão', priceCents: 49 },
    { ...known, id: 'cheapest', status: 'active', priceCents: 50 },
    { ...known, id: 'draft', status: 'Inativo', priceCents: 0 },
    { ...known, id: 'raised', status: 'active', priceCents: 9_900 },
    { ...known, id: 'reduced', status: 'active', priceCents: 9_900, originalPriceCents: 9_901 },
  ]);
});

test('the migration records in the audit trail what it changed and why', async () => {
  await insertProduct('free', { priceCents: 0 });
  await insertProduct('draft', { priceCents: 0, status: 'Inativo' });
  await insertProduct('raised', { priceCents: 9_900, originalPriceCents: 9_900 });

  await migrate(database.db);

  const request = { ...AUDIT_LIST, q: '', page: 1, pageSize: 20, kind: null, from: null, to: null };
  const { items } = await listAuditPage({ db: database.db } as Shop, { ...request, order: 'asc' });
  const told = items.map((entry) => [
    entry.actorName,
    actionText(entry),
    entry.subject?.name,
    entry.fields.map(fieldText),
  ]);
  expect(told).toEqual([
    ['Atualização da loja', 'Tirou de venda, por custar menos de R$ 0,50, o produto', 'free', ['status']],
    [
      'Atualização da loja',
      'Apagou o preço original, que não era maior que o preço, do produto',
      'raised',
      ['preço original'],
    ],
  ]);
  expect(await sumTallies(database.db, ['audit:product'])).toBe(2);
});

test('after the migration refused orders do not count as purchases', async () => {
  await insertProduct('plugin', { priceCents: 9_900 });
  for (const id of ['refused', 'faithful', 'late']) await insertCustomer(id);
  await insertOrder('one', 'refused', { failed: 'rejected' });
  await insertOrder('two', 'faithful', {});
  await insertOrder('three', 'faithful', { failed: 'provider', createdAt: '2026-11-22T12:00:00.000Z' });

  await migrate(database.db);
  await insertOrder('four', 'refused', { failed: 'provider', schema: 'new' });
  await insertOrder('five', 'late', { failed: 'expired', schema: 'new' });
  expect(await readFigures()).toEqual({ refused: [0, null], faithful: [1, AT], late: [0, null] });

  const paid = sql`update purchases set status = 'COMPLETED', "failureReason" = null, "completedAt" = ${AT} where id = 'four'`;
  await paid.execute(database.db);
  expect(await readFigures()).toEqual({ refused: [1, AT], faithful: [1, AT], late: [0, null] });
});

const AT = '2026-11-21T12:00:00.000Z';

type Given = { priceCents: number; originalPriceCents?: number; status?: string };

async function insertProduct(id: string, { priceCents, originalPriceCents, status = 'active' }: Given): Promise<void> {
  await sql`
    insert into products (id, name, description, "priceCents", "originalPriceCents", status, image, "systemRequirements",
      "isFeatured", "downloadUrl", "requiresActivation", "createdAt", "updatedAt")
    values (${id}, ${id}, '', ${priceCents}, ${originalPriceCents ?? null}, ${status}, '', '', 1, '/uploads/a.zip', 0, ${AT}, ${AT})`.execute(
    database.db,
  );
}

async function insertCustomer(id: string): Promise<void> {
  await sql`insert into customers (id, name, email, "createdAt") values (${id}, ${id}, ${`${id}@a.test`}, ${AT})`.execute(
    database.db,
  );
}

async function insertOrder(
  id: string,
  customer: string,
  { failed, createdAt = AT, schema = 'old' }: { failed?: string; createdAt?: string; schema?: 'old' | 'new' },
): Promise<void> {
  const [status, completedAt] = failed ? ['FAILED', null] : ['COMPLETED', AT];
  const [column, value] = schema === 'old' ? [sql`"requiresActivation", `, sql`0, `] : [sql``, sql``];
  await sql`
    insert into purchases (id, "transactionId", "providerReference", provider, "customerId", "productId", "productName",
      "priceCents", "discountCents", "totalCents", ${column} status, "failureReason", "chargeState", "expiresAt",
      "createdAt", "completedAt")
    values (${id}, ${id}, ${id}, 'sandbox', ${customer}, 'plugin', 'Plugin', 9900, 0, 9900, ${value} ${status}, ${failed ?? null},
      'closed', ${createdAt}, ${createdAt}, ${completedAt})`.execute(database.db);
}

async function readFigures(): Promise<Record<string, [number, string | null]>> {
  const customers = await database.db.selectFrom('customers').selectAll().execute();
  return Object.fromEntries(
    customers.map(({ id, purchaseCount, lastPurchaseAt }) => [id, [purchaseCount, lastPurchaseAt]]),
  );
}
