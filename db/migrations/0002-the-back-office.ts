import { type Kysely, sql } from 'kysely';
import { addPlainColumn, plainly } from '../schema/plain-text.ts';
import { joined, searchable } from '../schema/searchable.ts';

/** Triggers keep figures beside the rows they sum up, so that lists stay fast with 100,000 rows. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const counted = (row: string) => `(${row}.status <> 'FAILED' OR ${row}."failureReason" <> 'expired')`;
const sold = (row: string) => `(${row}.status = 'COMPLETED')`;
const stateOf = (row: string) => `'purchases:' || ${row}.status || ':' || coalesce(${row}."failureReason", '')`;
const free = (row: string) => `(${row}."purchaseId" IS NULL AND ${row}."revokedAt" IS NULL)`;
const keyState = (row: string) =>
  `'keys:' || CASE WHEN ${row}."revokedAt" IS NOT NULL THEN 'revoked' WHEN ${row}."purchaseId" IS NULL THEN 'available' ELSE 'assigned' END`;
const keyStateOfProduct = (row: string) => `${keyState(row)} || ':' || ${row}."productId"`;

const add = (name: string, amount: string) =>
  `INSERT INTO tallies (name, value) VALUES (${name}, ${amount}) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;`;

const addSale = (row: string, sign: '' | '-') => `
  INSERT INTO "salesByHour" (hour, sales, "salesCents")
    SELECT substr(${row}."completedAt", 1, 13), ${sign}1, ${sign}${row}."totalCents" WHERE ${sold(row)}
    ON CONFLICT (hour) DO UPDATE SET sales = sales + excluded.sales, "salesCents" = "salesCents" + excluded."salesCents";
  ${add(`'sales'`, `${sign}${sold(row)}`)}
  ${add(`'salesCents'`, `${sign}(${sold(row)} * ${row}."totalCents")`)}`;

const addKey = (row: string, amount: string) => `${add(keyState(row), amount)}
  ${add(keyStateOfProduct(row), amount)}`;

const SOLD_TO_CUSTOMER = `
    "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = NEW."customerId" AND ${counted('purchases')}),
    "firstSaleAt" = (SELECT min("completedAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status = 'COMPLETED')`;

const PERSON = ['name', 'email'];
const PURCHASE = ['id', 'transactionId', 'customerName', 'customerEmail', 'productName'];
const BUYER = ['customerName', 'customerEmail'];

const keyAndBuyer = (row: string) => `${row}.key || coalesce(
  (SELECT char(10) || ${joined(BUYER)('buyer')} FROM purchases AS buyer WHERE buyer.id = ${row}."purchaseId"), '')`;

/** Uses `assignedAt`, since SQLite assumes that few values of the unique `purchaseId` are null. */
const keyIndexes = (name: string, state: string) => `
CREATE INDEX "activationKeys${name}" ON "activationKeys" ("createdAt", id) WHERE ${state};;
CREATE INDEX "activationKeys${name}ByKey" ON "activationKeys" (key, id) WHERE ${state};;
CREATE INDEX "activationKeys${name}OfProduct" ON "activationKeys" ("productId", "createdAt", id) WHERE ${state};;`;

const AUDIT_NOUN = `substr(action, 1, instr(action, '.') - 1)`;
const AUDIT_KIND = `CASE ${AUDIT_NOUN} WHEN 'upload' THEN 'product' WHEN 'affiliate_sale' THEN 'affiliate' ELSE ${AUDIT_NOUN} END`;

const SCHEMA = `
CREATE TABLE tallies (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;;
CREATE TABLE "salesByHour" (
  hour TEXT PRIMARY KEY,
  sales INTEGER NOT NULL,
  "salesCents" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;;

ALTER TABLE customers ADD COLUMN "purchaseCount" INTEGER NOT NULL DEFAULT 0;;
ALTER TABLE customers ADD COLUMN "saleCount" INTEGER NOT NULL DEFAULT 0;;
ALTER TABLE customers ADD COLUMN "totalSpentCents" INTEGER NOT NULL DEFAULT 0;;
ALTER TABLE customers ADD COLUMN "lastPurchaseAt" TEXT;;
ALTER TABLE customers ADD COLUMN "firstSaleAt" TEXT;;
${addPlainColumn('customers', 'nameOrder', 'name')}
${addPlainColumn('purchases', 'customerOrder', '"customerName"')}
${addPlainColumn('purchases', 'productOrder', '"productName"')}
${addPlainColumn('products', 'nameOrder', 'name')}
ALTER TABLE products ADD COLUMN "keysAvailable" INTEGER NOT NULL DEFAULT 0;;
ALTER TABLE products ADD COLUMN "buyersWaiting" INTEGER NOT NULL DEFAULT 0;;

INSERT INTO "salesByHour" (hour, sales, "salesCents")
  SELECT substr("completedAt", 1, 13), count(*), sum("totalCents") FROM purchases WHERE status = 'COMPLETED' GROUP BY 1;;
UPDATE customers SET
  "purchaseCount" = (SELECT count(*) FROM purchases WHERE "customerId" = customers.id AND ${counted('purchases')}),
  "saleCount" = (SELECT count(*) FROM purchases WHERE "customerId" = customers.id AND status = 'COMPLETED'),
  "totalSpentCents" = (SELECT coalesce(sum("totalCents"), 0) FROM purchases WHERE "customerId" = customers.id AND status = 'COMPLETED'),
  "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = customers.id AND ${counted('purchases')}),
  "firstSaleAt" = (SELECT min("completedAt") FROM purchases WHERE "customerId" = customers.id AND status = 'COMPLETED');;
UPDATE products SET
  "keysAvailable" = (SELECT count(*) FROM "activationKeys" WHERE "productId" = products.id AND ${free('"activationKeys"')}),
  "buyersWaiting" = (SELECT count(*) FROM purchases WHERE "productId" = products.id AND "keyWaitingSince" IS NOT NULL);;
INSERT INTO tallies (name, value)
  SELECT ${stateOf('purchases')}, count(*) FROM purchases GROUP BY 1
  UNION ALL SELECT ${keyState('"activationKeys"')}, count(*) FROM "activationKeys" GROUP BY 1
  UNION ALL SELECT ${keyStateOfProduct('"activationKeys"')}, count(*) FROM "activationKeys" GROUP BY 1
  UNION ALL SELECT 'sales', count(*) FROM purchases WHERE status = 'COMPLETED'
  UNION ALL SELECT 'salesCents', coalesce(sum("totalCents"), 0) FROM purchases WHERE status = 'COMPLETED'
  UNION ALL SELECT 'customers', count(*) FROM customers WHERE "erasedAt" IS NULL
  UNION ALL SELECT 'buyers', count(*) FROM customers WHERE "saleCount" > 0;;

CREATE TRIGGER "purchaseTallied" AFTER INSERT ON purchases BEGIN
  ${add(stateOf('NEW'), '1')}
  ${addSale('NEW', '')}
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + ${counted('NEW')},
    "saleCount" = "saleCount" + ${sold('NEW')},
    "totalSpentCents" = "totalSpentCents" + ${sold('NEW')} * NEW."totalCents", ${SOLD_TO_CUSTOMER}
    WHERE id = NEW."customerId";
  UPDATE products SET "buyersWaiting" = "buyersWaiting" + 1 WHERE id = NEW."productId" AND NEW."keyWaitingSince" IS NOT NULL;
END;;
CREATE TRIGGER "purchaseRetallied" AFTER UPDATE OF status, "failureReason", "totalCents", "completedAt" ON purchases BEGIN
  ${add(stateOf('OLD'), '-1')}
  ${add(stateOf('NEW'), '1')}
  ${addSale('OLD', '-')}
  ${addSale('NEW', '')}
  UPDATE customers SET
    "purchaseCount" = "purchaseCount" + ${counted('NEW')} - ${counted('OLD')},
    "saleCount" = "saleCount" + ${sold('NEW')} - ${sold('OLD')},
    "totalSpentCents" = "totalSpentCents" + ${sold('NEW')} * NEW."totalCents" - ${sold('OLD')} * OLD."totalCents", ${SOLD_TO_CUSTOMER}
    WHERE id = NEW."customerId";
END;;
CREATE TRIGGER "purchaseWaits" AFTER UPDATE OF "keyWaitingSince" ON purchases
WHEN (OLD."keyWaitingSince" IS NULL) <> (NEW."keyWaitingSince" IS NULL) BEGIN
  UPDATE products SET "buyersWaiting" = "buyersWaiting" + iif(NEW."keyWaitingSince" IS NULL, -1, 1) WHERE id = NEW."productId";
END;;
CREATE TRIGGER "customerTallied" AFTER INSERT ON customers BEGIN
  ${add(`'customers'`, `NEW."erasedAt" IS NULL`)}
END;;
CREATE TRIGGER "customerRetallied" AFTER UPDATE OF "erasedAt" ON customers BEGIN
  ${add(`'customers'`, `(NEW."erasedAt" IS NULL) - (OLD."erasedAt" IS NULL)`)}
END;;
CREATE TRIGGER "buyerTallied" AFTER UPDATE OF "saleCount" ON customers
WHEN (OLD."saleCount" > 0) <> (NEW."saleCount" > 0) BEGIN
  ${add(`'buyers'`, `(NEW."saleCount" > 0) - (OLD."saleCount" > 0)`)}
END;;
CREATE TRIGGER "keyTallied" AFTER INSERT ON "activationKeys" BEGIN
  ${addKey('NEW', '1')}
  UPDATE products SET "keysAvailable" = "keysAvailable" + ${free('NEW')} WHERE id = NEW."productId";
END;;
CREATE TRIGGER "keyRetallied" AFTER UPDATE OF "purchaseId", "revokedAt" ON "activationKeys" BEGIN
  ${addKey('OLD', '-1')}
  ${addKey('NEW', '1')}
  UPDATE products SET "keysAvailable" = "keysAvailable" + ${free('NEW')} - ${free('OLD')} WHERE id = NEW."productId";
END;;
CREATE TRIGGER "keyUntallied" AFTER DELETE ON "activationKeys" BEGIN
  ${addKey('OLD', '-1')}
  UPDATE products SET "keysAvailable" = "keysAvailable" - ${free('OLD')} WHERE id = OLD."productId";
END;;

DROP INDEX "purchasesByCreation";;
CREATE INDEX "purchasesByCreation" ON purchases ("createdAt", id);;
CREATE INDEX "purchasesByState" ON purchases (status, "failureReason", "createdAt", id);;
CREATE INDEX "purchasesByTotal" ON purchases ("totalCents", id);;
CREATE INDEX "purchasesByCustomerName" ON purchases ("customerOrder", id);;
CREATE INDEX "purchasesByProductName" ON purchases ("productOrder", id);;
CREATE INDEX "purchasesByStateAndTotal" ON purchases (status, "failureReason", "totalCents", id);;
CREATE INDEX "purchasesByStateAndCustomer" ON purchases (status, "failureReason", "customerOrder", id);;
CREATE INDEX "purchasesByStateAndProduct" ON purchases (status, "failureReason", "productOrder", id);;
CREATE INDEX "purchasesBeingRefunded" ON purchases ("createdAt", id) WHERE "refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL;;
CREATE INDEX "purchasesWaitingByCreation" ON purchases ("createdAt", id) WHERE "keyWaitingSince" IS NOT NULL;;
CREATE INDEX "purchasesByPayment" ON purchases ("providerPaymentId") WHERE "providerPaymentId" IS NOT NULL;;
CREATE INDEX "purchasesInReview" ON purchases ("createdAt", id) WHERE review IS NOT NULL;;
CREATE INDEX "purchasesSoldByCoupon" ON purchases ("couponCode", status, "completedAt", "totalCents", "discountCents", id) WHERE "couponCode" IS NOT NULL;;
CREATE INDEX "purchasesSoldByProduct" ON purchases ("productId", "completedAt", "totalCents", "discountCents") WHERE status = 'COMPLETED';;
CREATE INDEX "purchasesRefunded" ON purchases ("refundedAt", "totalCents") WHERE "refundedAt" IS NOT NULL;;
DROP INDEX "customersByCreation";;
CREATE INDEX "customersByCreation" ON customers ("createdAt", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByName" ON customers ("nameOrder", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByEmail" ON customers (email, id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByLastPurchase" ON customers ("lastPurchaseAt", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByPurchases" ON customers ("purchaseCount", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersBySpending" ON customers ("totalSpentCents", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByFirstSale" ON customers ("firstSaleAt") WHERE "firstSaleAt" IS NOT NULL;;
DROP INDEX "activationKeysByCreation";;
DROP INDEX "activationKeysByKey";;
DROP INDEX "activationKeysFree";;
CREATE INDEX "activationKeysByKey" ON "activationKeys" (key, id);;
CREATE INDEX "activationKeysByCreation" ON "activationKeys" ("createdAt", id);;
CREATE INDEX "activationKeysByProduct" ON "activationKeys" ("productId", "createdAt", id);;
${keyIndexes('Available', '"assignedAt" IS NULL AND "revokedAt" IS NULL')}
${keyIndexes('Assigned', '"assignedAt" IS NOT NULL AND "revokedAt" IS NULL')}
${keyIndexes('Revoked', '"revokedAt" IS NOT NULL')}
CREATE INDEX "affiliateSalesByTime" ON "affiliateSales" ("createdAt", id);;
CREATE INDEX "auditByEntity" ON audit (entity, "entityId", id);;
ALTER TABLE audit ADD COLUMN kind TEXT GENERATED ALWAYS AS (${AUDIT_KIND}) VIRTUAL;;
CREATE INDEX "auditByKind" ON audit (kind, id);;
INSERT INTO tallies (name, value) SELECT 'audit:' || kind, count(*) FROM audit GROUP BY 1;;
CREATE TRIGGER "auditTallied" AFTER INSERT ON audit BEGIN
  ${add(`'audit:' || NEW.kind`, '1')}
END;;
CREATE INDEX "auditByThing" ON audit ("entityId", id);;
${searchable('customer', 'customers', PERSON, joined(PERSON))};;
${searchable('purchase', 'purchases', PURCHASE, joined(PURCHASE))};;
${searchable('key', 'activationKeys', ['key', 'purchaseId'], keyAndBuyer)};;
CREATE TRIGGER "buyerChangesWordsOfKey" AFTER UPDATE OF "customerName", "customerEmail" ON purchases BEGIN
  UPDATE "keyWords" SET words = (SELECT ${plainly(keyAndBuyer('sold'))} FROM "activationKeys" AS sold WHERE sold.id = "keyWords".id)
    WHERE id IN (SELECT id FROM "activationKeys" WHERE "purchaseId" = NEW.id);
END`;
