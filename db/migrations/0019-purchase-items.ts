import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';
import { addPlainColumn, plainly, plainlyInPostgres } from '../schema/plain-text.ts';
import { joined } from '../schema/searchable.ts';

/** A purchase keeps the money and gets items, of which the first has its id; and a number, from 1001 on. */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, ITEMS);
  await (isSqlite(db) ? rebuildInFile(db) : alterOnServer(db));
  await runStatements(db, INDEXES);
}

const ITEMS = `
CREATE TABLE "purchaseItems" (
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  position INTEGER NOT NULL CHECK (position >= 0),
  id TEXT NOT NULL UNIQUE,
  "productId" TEXT NOT NULL REFERENCES products (id),
  "productName" TEXT NOT NULL,
  "kitId" TEXT,
  "kitName" TEXT,
  "offerId" TEXT,
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 0),
  "totalCents" INTEGER NOT NULL CHECK ("totalCents" >= 0),
  "requiresActivation" INTEGER NOT NULL CHECK ("requiresActivation" IN (0, 1)),
  "keyWaitingSince" TEXT,
  "downloadCount" INTEGER NOT NULL DEFAULT 0 CHECK ("downloadCount" >= 0),
  "updatesMajor" INTEGER CHECK ("updatesMajor" >= 0),
  "updatesUntil" TEXT,
  PRIMARY KEY ("purchaseId", position),
  CHECK ((position = 0) = (id = "purchaseId")),
  CHECK (("kitId" IS NULL) = ("kitName" IS NULL))
) STRICT, WITHOUT ROWID;;
INSERT INTO "purchaseItems" ("purchaseId", position, id, "productId", "productName", "priceCents", "totalCents",
    "requiresActivation", "keyWaitingSince", "downloadCount")
  SELECT id, 0, id, "productId", "productName", "priceCents", "totalCents", "requiresActivation", "keyWaitingSince", "downloadCount"
  FROM purchases ORDER BY id`;

const INDEXES = `
CREATE INDEX "purchaseItemsByProduct" ON "purchaseItems" ("productId", "purchaseId");;
CREATE INDEX "purchaseItemsWaitingForKey" ON "purchaseItems" ("productId", "keyWaitingSince", id) WHERE "keyWaitingSince" IS NOT NULL;;
CREATE INDEX "purchasesSold" ON purchases ("completedAt", id, "keptCents", "totalCents", "discountCents") WHERE status = 'COMPLETED'`;

const DROPPED_INDEXES = [
  'purchasesByCompletion',
  'purchasesByProduct',
  'purchasesSoldByProduct',
  'purchasesWaitingByCreation',
  'purchasesWaitingForKey',
];

type Named = { name: string; sql: string };

/** SQLite changes no primary key and no reference, so both tables are copied; the words and totals beside them stay as they are. */
async function rebuildInFile(db: Kysely<never>): Promise<void> {
  const ofBoth = sql`tbl_name in ('purchases', 'activationKeys') and sql is not null`;
  const indexes = await sql<Named>`select name, sql from sqlite_master where type = 'index' and ${ofBoth}`.execute(db);
  const triggers = await sql<Named>`select name, sql from sqlite_master where type = 'trigger' and ${ofBoth}`.execute(
    db,
  );
  for (const { name } of triggers.rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
  for (const statement of REBUILT.split(';;')) await sql.raw(statement).execute(db);
  for (const index of indexes.rows) {
    if (!DROPPED_INDEXES.includes(index.name)) await sql.raw(index.sql).execute(db);
  }
  for (const trigger of triggers.rows) {
    if (!DROPPED_TRIGGERS.includes(trigger.name)) await sql.raw(onItems(trigger)).execute(db);
  }
  for (const statement of TRIGGERS.split(';;')) await sql.raw(statement).execute(db);
}

const PAID = `coalesce("paidCents", "totalCents")`;
const KEPT = `CASE WHEN ${PAID} - "returnedCents" < "totalCents" THEN ${PAID} - "returnedCents" ELSE "totalCents" END`;

const KEPT_COLUMNS = `id, "transactionId", "providerReference", provider, account, "idempotencyKeyHash", "requestHash", "customerId",
  "customerName", "customerEmail", "productId", "productName", "licenseTerms", "priceCents", "discountCents", "totalCents",
  "paidCents", "returnedCents", "returnedAt", "couponCode", status, "failureReason", review, "chargeState", "providerChargeId",
  "providerPaymentId", "pixCopyPaste", "expiresAt", "createdAt", "completedAt", "refundRequestedAt", "refundedAt", "nextCheckAt",
  "lastCheckAt", "checkCount"`;
const KEY_COLUMNS = `id, "productId", key, "createdAt", "assignedAt", "revokedAt", "revokedReason", "frozenAt"`;

/** As its own row number the number of a purchase costs nothing, and AUTOINCREMENT gives none twice. */
const REBUILT = `
CREATE TABLE "purchasesAnew" (
  number INTEGER PRIMARY KEY AUTOINCREMENT CHECK (number > 1000),
  id TEXT NOT NULL UNIQUE,
  "transactionId" TEXT NOT NULL UNIQUE,
  "providerReference" TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  account TEXT,
  "idempotencyKeyHash" TEXT UNIQUE,
  "requestHash" TEXT,
  "customerId" TEXT NOT NULL REFERENCES customers (id),
  "customerName" TEXT,
  "customerEmail" TEXT,
  "productId" TEXT NOT NULL REFERENCES products (id),
  "productName" TEXT NOT NULL,
  "licenseTerms" TEXT CHECK (length("licenseTerms") BETWEEN 1 AND 60),
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 0),
  "discountCents" INTEGER NOT NULL CHECK ("discountCents" >= 0),
  "totalCents" INTEGER NOT NULL CHECK ("totalCents" >= 50),
  "paidCents" INTEGER CHECK ("paidCents" >= 0),
  "returnedCents" INTEGER NOT NULL DEFAULT 0
    CHECK ("returnedCents" >= 0 AND ("returnedCents" = 0 OR "returnedCents" <= ${PAID})),
  "returnedAt" TEXT CHECK ("returnedAt" IS NULL OR "returnedCents" > 0),
  "keptCents" INTEGER GENERATED ALWAYS AS (${KEPT}) VIRTUAL,
  "couponCode" TEXT,
  status TEXT NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED', 'REFUNDED')),
  "failureReason" TEXT CHECK ("failureReason" IN ('expired', 'rejected', 'provider')),
  review TEXT CHECK (review IN
    ('short_payment', 'dispute', 'unknown_account', 'duplicate_payment', 'partial_return', 'unknown_state')),
  "chargeState" TEXT NOT NULL CHECK ("chargeState" IN ('creating', 'unclear', 'open', 'closed')),
  "providerChargeId" TEXT,
  "providerPaymentId" TEXT,
  "pixCopyPaste" TEXT,
  "expiresAt" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "completedAt" TEXT,
  "refundRequestedAt" TEXT,
  "refundedAt" TEXT,
  "nextCheckAt" TEXT,
  "lastCheckAt" TEXT,
  "checkCount" INTEGER NOT NULL DEFAULT 0,
  CHECK ((status = 'FAILED') = ("failureReason" IS NOT NULL)),
  CHECK (status NOT IN ('COMPLETED', 'REFUNDED') OR "completedAt" IS NOT NULL),
  CHECK ((status = 'REFUNDED') = ("refundedAt" IS NOT NULL))
) STRICT;;
INSERT INTO "purchasesAnew" (number, ${KEPT_COLUMNS})
  SELECT 1000 + row_number() OVER (ORDER BY "createdAt", id), ${KEPT_COLUMNS} FROM purchases ORDER BY "createdAt", id;;

CREATE TABLE "keysAnew" (
  id TEXT PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id),
  key TEXT NOT NULL,
  "itemId" TEXT UNIQUE REFERENCES "purchaseItems" (id),
  "createdAt" TEXT NOT NULL,
  "assignedAt" TEXT,
  "revokedAt" TEXT,
  "revokedReason" TEXT CHECK ("revokedReason" IN ('deleted', 'refunded')),
  "frozenAt" TEXT,
  UNIQUE ("productId", key),
  CHECK (("itemId" IS NULL) = ("assignedAt" IS NULL)),
  CHECK (("revokedAt" IS NULL) = ("revokedReason" IS NULL))
) STRICT;;
INSERT INTO "keysAnew" ("itemId", ${KEY_COLUMNS}) SELECT "purchaseId", ${KEY_COLUMNS} FROM "activationKeys" ORDER BY id;;

DROP TABLE "activationKeys";;
DROP TABLE purchases;;
ALTER TABLE "purchasesAnew" RENAME TO purchases;;
ALTER TABLE "keysAnew" RENAME TO "activationKeys";;
DELETE FROM sqlite_sequence WHERE name = 'purchases';;
INSERT INTO sqlite_sequence (name, seq) SELECT 'purchases', coalesce(max(number), 1000) FROM purchases;;
${addPlainColumn('purchases', 'customerOrder', '"customerName"')}
${addPlainColumn('purchases', 'productOrder', '"productName"').replace(/;;$/, '')}`;

const DROPPED_TRIGGERS = ['purchaseWaits', 'purchaseWaitsAtOnce', 'purchaseChangesWords', 'buyerChangesWordsOfKey'];

function onItems({ name, sql: text }: Named): string {
  const buyer = 'FROM purchases AS buyer WHERE buyer.id = NEW."purchaseId"';
  const buyerOfItem = `FROM "purchaseItems" AS item JOIN purchases AS buyer ON buyer.id = item."purchaseId" WHERE item.id = NEW."itemId"`;
  if (name === 'keyBecomesSearchable') return replaced(text, buyer, buyerOfItem);
  if (name === 'keyChangesWords')
    return replaced(text, buyer, buyerOfItem).replace(', "purchaseId" ON', ', "itemId" ON');
  return text.includes('"activationKeys"') ? text.replaceAll('"purchaseId"', '"itemId"') : text;
}

const PURCHASE = ['id', 'transactionId', 'customerName', 'customerEmail', 'productName'];
const FURTHER_NAMES = `coalesce((SELECT group_concat(char(10) || further."productName", '')
  FROM (SELECT "productName" FROM "purchaseItems" WHERE "purchaseId" = NEW.id AND position > 0 ORDER BY position) AS further), '')`;
const BUYER = `coalesce(NEW."customerName", '') || char(10) || coalesce(NEW."customerEmail", '')`;

const TRIGGERS = `
CREATE TRIGGER "purchaseChangesWords" AFTER UPDATE OF ${PURCHASE.map((column) => `"${column}"`).join(', ')} ON purchases BEGIN
  UPDATE "purchaseWords" SET words = ${plainly(`${joined(PURCHASE)('NEW')} || ${FURTHER_NAMES}`)} WHERE id = NEW.id;
END;;
CREATE TRIGGER "buyerChangesWordsOfKey" AFTER UPDATE OF "customerName", "customerEmail" ON purchases BEGIN
  UPDATE "keyWords"
    SET words = ${plainly(`(SELECT sold.key FROM "activationKeys" AS sold WHERE sold.id = "keyWords".id) || char(10) || ${BUYER}`)}
    WHERE id IN (SELECT sold.id FROM "purchaseItems" AS item JOIN "activationKeys" AS sold ON sold."itemId" = item.id
      WHERE item."purchaseId" = NEW.id);
END;;
CREATE TRIGGER "itemAddsWords" AFTER INSERT ON "purchaseItems" WHEN NEW.position > 0 BEGIN
  UPDATE "purchaseWords" SET words = words || char(10) || ${plainly('NEW."productName"')} WHERE id = NEW."purchaseId";
END;;
CREATE TRIGGER "itemWaits" AFTER UPDATE OF "keyWaitingSince" ON "purchaseItems"
WHEN (OLD."keyWaitingSince" IS NULL) <> (NEW."keyWaitingSince" IS NULL) BEGIN
  UPDATE products SET "buyersWaiting" = "buyersWaiting" + iif(NEW."keyWaitingSince" IS NULL, -1, 1) WHERE id = NEW."productId";
END;;
CREATE TRIGGER "itemWaitsAtOnce" AFTER INSERT ON "purchaseItems" WHEN NEW."keyWaitingSince" IS NOT NULL BEGIN
  UPDATE products SET "buyersWaiting" = "buyersWaiting" + 1 WHERE id = NEW."productId";
END`;

async function alterOnServer(db: Kysely<never>): Promise<void> {
  for (const statement of ALTERED.split(';;')) await sql.raw(statement).execute(db);
  for (const [name, before, after] of FUNCTIONS) {
    const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${`"${name}"`}::regproc) as text`.execute(
      db,
    );
    await sql.raw(replaced(rows[0]?.text ?? '', before, after)).execute(db);
  }
}

const ALTERED = `
DROP VIEW "productFigures";;
ALTER TABLE purchases DISABLE TRIGGER USER;;
ALTER TABLE purchases ADD COLUMN number BIGINT;;
UPDATE purchases SET number = counted.number
  FROM (SELECT id, 1000 + row_number() OVER (ORDER BY "createdAt", id) AS number FROM purchases) AS counted WHERE counted.id = purchases.id;;
ALTER TABLE purchases ALTER COLUMN number SET NOT NULL, ADD UNIQUE (number), ADD CHECK (number > 1000);;
ALTER TABLE purchases ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (START WITH 1001);;
SELECT setval(pg_get_serial_sequence('purchases', 'number'), max(number)) FROM purchases HAVING count(*) > 0;;
ALTER TABLE purchases DROP COLUMN "requiresActivation", DROP COLUMN "keyWaitingSince", DROP COLUMN "downloadCount";;
ALTER TABLE purchases ENABLE TRIGGER USER;;
DROP INDEX "purchasesByCompletion";;
DROP INDEX "purchasesByProduct";;
DROP INDEX "purchasesSoldByProduct";;

ALTER TABLE "activationKeys" RENAME COLUMN "purchaseId" TO "itemId";;
ALTER TABLE "activationKeys" DROP CONSTRAINT "activationKeys_purchaseId_fkey";;
ALTER TABLE "activationKeys" RENAME CONSTRAINT "activationKeys_purchaseId_key" TO "activationKeys_itemId_key";;
ALTER TABLE "activationKeys" ADD CONSTRAINT "activationKeys_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "purchaseItems" (id);;

CREATE VIEW "productFigures" AS
  SELECT id,
    coalesce((SELECT value FROM tallies WHERE name = 'keys:available:' || products.id), 0) AS "keysAvailable",
    (SELECT count(*) FROM "purchaseItems" WHERE "productId" = products.id AND "keyWaitingSince" IS NOT NULL) AS "buyersWaiting"
  FROM products;;
CREATE FUNCTION "itemAddsWords"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "purchaseWords" SET words = words || chr(10) || ${plainlyInPostgres('NEW."productName"')} WHERE id = NEW."purchaseId";
  RETURN NULL;
END $$;;
CREATE TRIGGER "itemAddsWords" AFTER INSERT ON "purchaseItems" FOR EACH ROW WHEN (NEW.position > 0) EXECUTE FUNCTION "itemAddsWords"()`;

const FUNCTIONS: [name: string, before: string, after: string][] = [
  ['tallyKey', '."purchaseId"', '."itemId"'],
  [
    'keyKeepsWords',
    'LEFT JOIN purchases AS buyer ON buyer.id = sold."purchaseId"',
    'LEFT JOIN "purchaseItems" AS item ON item.id = sold."itemId" LEFT JOIN purchases AS buyer ON buyer.id = item."purchaseId"',
  ],
  [
    'buyerChangesWordsOfKey',
    'FROM "activationKeys" AS sold WHERE sold."purchaseId" = NEW.id',
    'FROM "purchaseItems" AS item JOIN "activationKeys" AS sold ON sold."itemId" = item.id WHERE item."purchaseId" = NEW.id',
  ],
  [
    'purchaseKeepsWords',
    ' WHERE id = NEW.id;',
    ` || coalesce((SELECT string_agg(chr(10) || ${plainlyInPostgres('"productName"')}, '' ORDER BY position)
      FROM "purchaseItems" WHERE "purchaseId" = NEW.id AND position > 0), '') WHERE id = NEW.id;`,
  ],
];

/** Edits the existing text, so that what was added to it is kept. */
function replaced(text: string, before: string, after: string): string {
  if (!text.includes(before)) throw new Error(`A trigger no longer says: ${before}`);
  return text.replaceAll(before, after);
}
