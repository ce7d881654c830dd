import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { indexNewWords, SEARCHABLE } from '#db/queries/lists/full-text-search.ts';
import type { Database } from '#db/tables.ts';

export type ShopSize = {
  products: number;
  customers: number;
  purchases: number;
  keys: number;
  coupons: number;
  affiliates: number;
  audits: number;
};

/** 85 of 100 purchases are sold and one in five has a coupon. Row `n` has the id `kind-n`; always the same data. */
export async function fillShop(db: Database, size: ShopSize): Promise<void> {
  const hasItems = await knowsItems(db);
  const steps: [number, (rows: RawBuilder<unknown>) => RawBuilder<unknown>][] = [
    [size.products, addProducts],
    [size.customers, addCustomers],
    [size.affiliates, addAffiliateUsers],
    [size.affiliates, addAffiliates],
    [size.coupons, (rows) => addCoupons(rows, size)],
    [size.purchases, (rows) => addPurchases(rows, size, hasItems)],
    [hasItems ? size.purchases : 0, addItems],
    [size.purchases, (rows) => addEvents(rows, 'created', sql`"createdAt"`)],
    [size.purchases, (rows) => addEvents(rows, 'paid', sql`"completedAt"`)],
    [size.purchases, addRedemptions],
    [size.purchases, addCommissions],
    [size.keys, (rows) => addKeys(rows, size, hasItems)],
    [size.audits, addAudits],
  ];
  for (const [count, statement] of steps) await inBatches(db, count, statement);
  await sql`UPDATE coupons SET used = (
    SELECT count(*) FROM redemptions WHERE "couponId" = coupons.id AND state IN ('HELD', 'USED'))`.execute(db);
}

/** Returns false in a store of a version before `0019`, whose purchases were one product each. */
async function knowsItems(db: Database): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === 'purchaseItems');
}

export async function indexShop(db: Database): Promise<void> {
  for (const kind of SEARCHABLE) await indexNewWords(db, kind, Number.MAX_SAFE_INTEGER);
}

const BATCH = 5_000;
export const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** `statement` receives a table `rows` with the numbers `n`. */
export async function inBatches(
  db: Database,
  count: number,
  statement: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  for (let first = 0; first < count; first += BATCH) {
    const last = Math.min(first + BATCH, count) - 1;
    const rows = sql`WITH RECURSIVE rows (n) AS (SELECT ${sql.lit(first)} UNION ALL SELECT n + 1 FROM rows WHERE n < ${sql.lit(last)})`;
    isForPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await statement(rows).execute(db);
  }
}

/** It holds for the statement that is being written. */
let isForPostgres = false;

/** Pseudo-random but stable per row, below `below`. */
export function chance(below: number, salt: number): RawBuilder<unknown> {
  return sql.raw(`(((n * 2654435761 % 1000003) * (n % 7919 + ${salt}) * 40503 >> 7) % ${below})`);
}

export function pick(texts: readonly string[], salt: number): RawBuilder<unknown> {
  const choices = texts.map((text, position) => sql`WHEN ${sql.lit(position)} THEN ${sql.lit(text)}`);
  return sql`CASE ${chance(texts.length, salt)} ${sql.join(choices, sql` `)} END`;
}

export function secondsAgo(seconds: RawBuilder<unknown>): RawBuilder<unknown> {
  return isForPostgres
    ? instantOf(sql`now() - make_interval(secs => ${seconds})`)
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - (${seconds}), 'unixepoch')`;
}

export function later(instant: RawBuilder<unknown>, modifier: RawBuilder<unknown>): RawBuilder<unknown> {
  return isForPostgres
    ? instantOf(sql`(${instant})::timestamptz + (${modifier})::interval`)
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${instant}, ${modifier})`;
}

function instantOf(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char((${time}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function dayAt(modifier: '-1 year' | '+1 year'): RawBuilder<unknown> {
  return isForPostgres
    ? sql`to_char(now() + ${sql.lit(modifier)}::interval, 'YYYY-MM-DD')`
    : sql`date('now', ${sql.lit(modifier)})`;
}

function hexOf(number: RawBuilder<unknown>, width: number): RawBuilder<unknown> {
  return isForPostgres
    ? sql`lpad(upper(to_hex(${number})), ${sql.lit(width)}, '0')`
    : sql`printf(${sql.lit(`%0${width}X`)}, ${number})`;
}

function flag(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;
}

function addProducts(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO products (id, name, description, "priceCents", "originalPriceCents", status, image, "categoryId",
      "systemRequirements", "isFeatured", "downloadUrl", "requiresActivation", "videoUrl", downloads, "createdAt", "updatedAt")
    SELECT 'product-' || n, ${pick(PRODUCTS, 1)} || ' ' || n, ${pick(PRODUCTS, 2)} || ' para quem edita todo dia, edição ' || n,
      1990 + 100 * ${chance(300, 3)}, NULL, CASE WHEN n % 10 = 9 THEN 'Inativo' ELSE 'active' END, '/uploads/default-product.png',
      'motion-graphics', 'Windows 11 ou macOS 14', ${flag(sql`n = 0`)}, '/uploads/produto-' || n || '.zip', ${flag(sql`n % 5 < 4`)}, NULL,
      ${chance(900, 4)}, ${secondsAgo(sql`${sql.lit(YEAR_SECONDS)} + n`)}, ${secondsAgo(chance(YEAR_SECONDS, 5))}
    FROM rows`;
}

function addCustomers(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO customers (id, name, email, "createdAt")
    SELECT 'customer-' || n, first || ' ' || last, lower(first || '.' || last) || n || '@exemplo.com.br', at
    FROM (SELECT n, ${pick(FIRST_NAMES, 11)} AS first, ${pick(LAST_NAMES, 12)} AS last,
      ${secondsAgo(chance(YEAR_SECONDS, 13))} AS at FROM rows) AS drawn`;
}

function addAffiliateUsers(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO users (id, email, name, "passwordHash", "isAdmin", "isAffiliate", "isActive", "createdAt")
    SELECT 'affiliate-' || n, 'afiliado' || n || '@exemplo.com.br', ${pick(FIRST_NAMES, 21)} || ' ' || n,
      'nobody logs in with this', 0, 1, 1, ${secondsAgo(chance(YEAR_SECONDS, 22))}
    FROM rows`;
}

function addAffiliates(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO affiliates ("userId", "commissionHundredths", "createdAt")
    SELECT 'affiliate-' || n, 100 * (1 + ${chance(50, 23)}), ${secondsAgo(chance(YEAR_SECONDS, 22))} FROM rows`;
}

function addCoupons(rows: RawBuilder<unknown>, { affiliates }: ShopSize) {
  const isAffiliates = sql`n < ${sql.lit(affiliates)}`;
  return sql`${rows}
    INSERT INTO coupons (id, code, name, description, type, "discountHundredths", "maxUses", "validFrom", "validTo",
      "isActive", "affiliateId", "createdAt", "updatedAt")
    SELECT 'coupon-' || n, 'CUPOM' || n, 'Campanha ' || n, 'Desconto da campanha ' || n,
      CASE WHEN ${isAffiliates} THEN 'AFFILIATE' ELSE 'PERCENT' END, 100 * (1 + ${chance(40, 31)}), NULL,
      ${dayAt('-1 year')}, ${dayAt('+1 year')}, ${flag(sql`n % 7 <> 6`)}, CASE WHEN ${isAffiliates} THEN 'affiliate-' || n END, ${secondsAgo(chance(YEAR_SECONDS, 32))}, ${secondsAgo(sql`n`)}
    FROM rows`;
}

function addPurchases(rows: RawBuilder<unknown>, size: ShopSize, hasItems: boolean) {
  const columns = hasItems ? sql`` : sql`, "requiresActivation", "downloadCount"`;
  const values = hasItems ? sql`` : sql`, "requiresActivation", CASE WHEN fate < 88 THEN n % 3 ELSE 0 END`;
  return sql`${rows},
    drawn AS (
      SELECT n, ${chance(size.customers, 41)} AS customer, ${chance(size.products, 42)} AS product,
        CASE WHEN ${chance(5, 43)} = 0 THEN ${chance(size.coupons, 44)} END AS coupon, ${chance(100, 45)} AS fate,
        ${secondsAgo(sql`1000 + ${chance(YEAR_SECONDS, 46)}`)} AS at, ${chance(900, 47)} AS wait
      FROM rows),
    priced AS (
      SELECT drawn.*, products.name AS "productName", "priceCents", "requiresActivation",
        CASE WHEN fate < 85 THEN 'COMPLETED' WHEN fate < 88 THEN 'REFUNDED' WHEN fate < 99 THEN 'FAILED' ELSE 'PENDING' END AS status,
        coalesce(("priceCents" * "discountHundredths" + 5000) / 10000, 0) AS discount, coupons.code AS code
      FROM drawn JOIN products ON products.id = 'product-' || product LEFT JOIN coupons ON coupons.id = 'coupon-' || coupon)
    INSERT INTO purchases (id, "transactionId", "providerReference", provider, "customerId", "customerName", "customerEmail",
      "productId", "productName", "priceCents", "discountCents", "totalCents", "paidCents", "couponCode",
      status, "failureReason", "chargeState", "expiresAt", "createdAt", "completedAt", "refundedAt"${columns})
    SELECT 'purchase-' || n, 'transaction-' || n, 'reference-' || n, 'sandbox', customers.id, customers.name, customers.email,
      'product-' || product, "productName", "priceCents", discount, "priceCents" - discount,
      CASE WHEN fate < 88 THEN "priceCents" - discount END, code, status,
      CASE WHEN status <> 'FAILED' THEN NULL WHEN fate < 97 THEN 'expired' ELSE 'rejected' END,
      'closed', ${later(sql`at`, sql`'+2 hours'`)}, at,
      CASE WHEN fate < 88 THEN ${later(sql`at`, sql`'+' || wait || ' seconds'`)} END,
      CASE WHEN status = 'REFUNDED' THEN ${later(sql`at`, sql`'+2 days'`)} END${values}
    FROM priced JOIN customers ON customers.id = 'customer-' || customer`;
}

function addItems(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO "purchaseItems" (id, "purchaseId", position, "productId", "productName", "priceCents", "totalCents",
      "requiresActivation", "downloadCount")
    SELECT purchases.id, purchases.id, 0, products.id, "productName", purchases."priceCents", "totalCents", "requiresActivation",
      CASE WHEN "completedAt" IS NULL THEN 0 ELSE n % 3 END
    FROM rows JOIN purchases ON purchases.id = 'purchase-' || n JOIN products ON products.id = "productId"`;
}

function addEvents(rows: RawBuilder<unknown>, event: 'created' | 'paid', at: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO "purchaseEvents" ("purchaseId", at, event, source)
    SELECT id, ${at}, ${event}, 'sandbox' FROM rows JOIN purchases ON id = 'purchase-' || n WHERE ${at} IS NOT NULL`;
}

function addRedemptions(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO redemptions ("purchaseId", "couponId", state, "createdAt", "updatedAt")
    SELECT purchases.id, coupons.id, CASE status WHEN 'PENDING' THEN 'HELD' WHEN 'COMPLETED' THEN 'USED' ELSE 'FREED' END,
      purchases."createdAt", coalesce("completedAt", purchases."createdAt")
    FROM rows JOIN purchases ON purchases.id = 'purchase-' || n JOIN coupons ON coupons.code = "couponCode"`;
}

function addCommissions(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO "affiliateSales" (id, "purchaseId", "affiliateId", "amountCents", "commissionCents", status, "createdAt", "paidAt")
    SELECT 'earned-' || n, purchases.id, affiliates."userId", "totalCents", ("totalCents" * "commissionHundredths" + 5000) / 10000,
      CASE WHEN status = 'REFUNDED' THEN 'reversed' WHEN n % 3 = 0 THEN 'paid' ELSE 'pending' END, "completedAt",
      CASE WHEN status = 'COMPLETED' AND n % 3 = 0 THEN ${later(sql`"completedAt"`, sql`'+35 days'`)} END
    FROM rows JOIN purchases ON purchases.id = 'purchase-' || n AND "completedAt" IS NOT NULL
      JOIN redemptions ON "purchaseId" = purchases.id JOIN coupons ON coupons.id = "couponId"
      JOIN affiliates ON "userId" = coupons."affiliateId"`;
}

function addKeys(rows: RawBuilder<unknown>, size: ShopSize, hasItems: boolean) {
  const owner = sql.ref(hasItems ? 'itemId' : 'purchaseId');
  const needsKey = hasItems
    ? sql`EXISTS (SELECT 1 FROM "purchaseItems" AS item WHERE item.id = sold.id AND item."requiresActivation" = 1)`
    : sql`sold."requiresActivation" = 1`;
  return sql`${rows}
    INSERT INTO "activationKeys" (id, "productId", key, ${owner}, "createdAt", "assignedAt", "revokedAt", "revokedReason")
    SELECT 'key-' || n, coalesce(sold."productId", 'product-' || ${chance(size.products, 51)}),
      'CF-' || ${hexOf(chance(65_536, 52), 4)} || '-' || ${hexOf(chance(65_536, 53), 4)} || '-' || ${hexOf(sql`n`, 5)}, sold.id,
      ${secondsAgo(sql`1000 + ${chance(YEAR_SECONDS, 54)}`)}, sold."completedAt", sold."refundedAt",
      CASE WHEN sold."refundedAt" IS NOT NULL THEN 'refunded' END
    FROM rows LEFT JOIN purchases AS sold ON sold.id = 'purchase-' || n AND n % 10 < 6 AND sold."completedAt" IS NOT NULL
      AND ${needsKey}`;
}

function addAudits(rows: RawBuilder<unknown>) {
  return sql`${rows}
    INSERT INTO audit (at, "actorId", action, entity, "entityId", fields)
    SELECT ${secondsAgo(sql`${sql.lit(YEAR_SECONDS)} - n * 60`)}, (SELECT id FROM users WHERE "isAdmin" = 1 LIMIT 1),
      kind || '.' || CASE WHEN n % 4 = 0 THEN 'create' ELSE 'update' END, kind, kind || '-' || n % 100, '["name"]'
    FROM (SELECT n, ${pick(['product', 'coupon', 'key', 'customer', 'affiliate'], 61)} AS kind FROM rows) AS drawn`;
}

const PRODUCTS = ['Grade Cinema', 'Onda Áudio', 'Curva Motion', 'Recorte', 'Legenda Já', 'Grão', 'Transita', 'Foco'];
const FIRST_NAMES = [
  'Ana',
  'Bruno',
  'Carla',
  'Davi',
  'Elisa',
  'Fabio',
  'Gabriela',
  'Heitor',
  'Igor',
  'Joana',
  'Lucas',
  'Marina',
  'Nina',
];
const LAST_NAMES = ['Silva', 'Souza', 'Ribeiro', 'Dias', 'Luz', 'Prado', 'Reis', 'Costa', 'Alves', 'Lima', 'Rocha'];
