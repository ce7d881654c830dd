import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOnPostgres } from '../../support/postgres/postgres-databases.ts';
import { insertSale, insertShelf } from '../../support/purchases/prepared-sales.ts';
import { openTestDatabase, type TestDatabase } from '../../support/store/test-database.ts';

/** The database itself refuses these, even where the code is wrong. */
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await insertShelf(database.db);
  await insertSale(database.db, 'one', { completedAt: AT, commissionCents: 100 });
  await insertSale(database.db, 'two', { completedAt: AT });
  for (const statement of GIVEN) await sql.raw(statement).execute(database.db);
});
afterAll(() => database.remove());

const AT = '2026-11-21T12:00:00.000Z';
const coupon = (id: string, code: string, maxUses: string, used: number) =>
  `insert into coupons (id, code, name, description, type, "discountHundredths", "maxUses", used, "validFrom", "validTo", "isActive", "createdAt", "updatedAt") values ('${id}', '${code}', 'C', '', 'PERCENT', 1000, ${maxUses}, ${used}, '2026-01-01', '2026-12-31', 1, '${AT}', '${AT}')`;
const redemption = (couponId: string, state: string) =>
  `insert into redemptions values ('one', '${couponId}', '${state}', '${AT}', '${AT}')`;
const mail = `insert into outbox (kind, "purchaseId", dedup, state, "nextAttemptAt", "createdAt")
  values ('receipt', 'one', 'receipt:one', 'waiting', '${AT}', '${AT}')`;

const GIVEN = [
  coupon('ten', 'DEZ', '10', 0),
  redemption('ten', 'HELD'),
  `update "activationKeys" set "itemId" = 'one', "assignedAt" = '${AT}' where id = 'CF-1'`,
  mail,
];

test.each([
  [
    'a second key for one item',
    `update "activationKeys" set "itemId" = 'one', "assignedAt" = '${AT}' where id = 'CF-2'`,
  ],
  ['the same key twice for one product', `update "activationKeys" set key = 'CF-1' where id = 'CF-2'`],
  ['a sold key without a time of sale', `update "activationKeys" set "itemId" = 'two' where id = 'CF-2'`],
  ['a second first item of one purchase', `update "purchaseItems" set "purchaseId" = 'one' where id = 'two'`],
  ['a first item with an id of its own', `update "purchaseItems" set id = 'other' where id = 'two'`],
  [
    'one number for two purchases',
    `update purchases set number = (select min(number) from purchases) where id = 'two'`,
  ],
  ['a number that looks like a small shop’s', `update purchases set number = 1000 where id = 'two'`],
  ['a product on sale under R$ 0,50', `update products set "priceCents" = 49 where id = 'curva'`],
  ['a free product that is active', `update products set status = 'active', "priceCents" = 0 where id = 'onda'`],
  ['a purchase under R$ 0,50', `update purchases set "totalCents" = 49 where id = 'two'`],
  ['a status that does not exist', `update purchases set status = 'PAID' where id = 'two'`],
  ['a failure without its reason', `update purchases set status = 'FAILED' where id = 'two'`],
  ['a completed purchase without its time', `update purchases set "completedAt" = null where id = 'two'`],
  ['one transaction for two purchases', `update purchases set "transactionId" = 'transaction one' where id = 'two'`],
  ['one reference for two purchases', `update purchases set "providerReference" = 'reference one' where id = 'two'`],
  ['one idempotency key for two purchases', `update purchases set "idempotencyKeyHash" = 'same'`],
  ['two coupons with the same code', coupon('again', 'DEZ', 'null', 0)],
  ['a lower-case code that equals an upper-case one', coupon('small', 'dez', 'null', 0)],
  ['more uses than a coupon has', `update coupons set used = 11 where id = 'ten'`],
  ['a coupon that no customer may use', `update coupons set "perCustomer" = 0 where id = 'ten'`],
  ['a negative number of uses', `update coupons set used = -1 where id = 'ten'`],
  ['a second redemption of one purchase', redemption('ten', 'USED')],
  ['a deleted coupon that somebody holds', `delete from coupons where id = 'ten'`],
  ['a redemption in a state that does not exist', `update redemptions set state = 'SPENT'`],
  [
    'a second commission for one purchase',
    `insert into "affiliateSales" (id, "purchaseId", "affiliateId", "amountCents", "commissionCents", status, "createdAt") values ('again', 'one', 'marina', 100, 10, 'pending', '${AT}')`,
  ],
  ['a commission rate beyond 50 %', 'update affiliates set "commissionHundredths" = 5001'],
  ['a second receipt for one purchase', mail],
])('the database rejects %s', async (_case, statement) => {
  await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({
    code: expect.stringMatching(
      isOnPostgres() ? REFUSED_BY_POSTGRES : /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|CHECK|TRIGGER)$/,
    ),
  });
});

/** Unique, check, restrict, and what a trigger raises. */
const REFUSED_BY_POSTGRES = /^(?:23505|23514|23001|23503|P0001)$/;
