import { type Kysely, sql } from 'kysely';
import { runStatements } from '../schema/ddl.ts';
import { plainlyInPostgres } from '../schema/plain-text.ts';
import { joined } from '../schema/searchable.ts';

/** PostgreSQL's schema as the migrations up to 0015 leave SQLite's; later migrations run on both. */
export async function up(db: Kysely<never>): Promise<void> {
  // Installed already where the server's provider does it; otherwise the database's owner may.
  await sql`create extension if not exists pg_trgm`.execute(db);
  for (const statements of [TABLES, TALLIES, SEARCH, TRIGGERS, INDEXES]) await runStatements(db, statements);
}

const plainColumn = (name: string, expression: string) =>
  `"${name}" TEXT GENERATED ALWAYS AS (${plainlyInPostgres(expression)}) STORED`;

const AUDIT_NOUN = `split_part(action, '.', 1)`;
const PAID = `coalesce("paidCents", "totalCents") - "returnedCents"`;

const TABLES = `
CREATE TABLE categories (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL
);;

CREATE TABLE products (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 0),
  "originalPriceCents" INTEGER CHECK ("originalPriceCents" >= 0),
  status TEXT NOT NULL CHECK (status IN ('active', 'Em revisão', 'Inativo')),
  image TEXT NOT NULL,
  "categoryId" TEXT REFERENCES categories (id) ON DELETE SET NULL,
  "systemRequirements" TEXT NOT NULL,
  "isFeatured" INTEGER NOT NULL CHECK ("isFeatured" IN (0, 1)),
  "downloadUrl" TEXT NOT NULL,
  "requiresActivation" INTEGER NOT NULL CHECK ("requiresActivation" IN (0, 1)),
  "videoUrl" TEXT,
  downloads INTEGER NOT NULL DEFAULT 0 CHECK (downloads >= 0),
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "withdrawnAt" TEXT,
  "publishedAt" TEXT,
  "licenseTerms" TEXT CHECK (length("licenseTerms") BETWEEN 1 AND 60),
  ${plainColumn('nameOrder', 'name')}
);;

CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  name TEXT,
  email TEXT UNIQUE CHECK (email = lower(email)),
  "createdAt" TEXT NOT NULL,
  "erasedAt" TEXT,
  "purchaseCount" INTEGER NOT NULL DEFAULT 0,
  "saleCount" INTEGER NOT NULL DEFAULT 0,
  "totalSpentCents" INTEGER NOT NULL DEFAULT 0,
  "lastPurchaseAt" TEXT,
  "firstSaleAt" TEXT,
  ${plainColumn('nameOrder', 'name')},
  CHECK (("erasedAt" IS NULL) = (email IS NOT NULL))
);;

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  name TEXT NOT NULL,
  "passwordHash" TEXT NOT NULL,
  "isAdmin" INTEGER NOT NULL CHECK ("isAdmin" IN (0, 1)),
  "isAffiliate" INTEGER NOT NULL CHECK ("isAffiliate" IN (0, 1)),
  "isActive" INTEGER NOT NULL CHECK ("isActive" IN (0, 1)),
  "createdAt" TEXT NOT NULL,
  ${plainColumn('words', `name || ' ' || email`)},
  ${plainColumn('nameOrder', 'name')}
);;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  gates TEXT NOT NULL DEFAULT ''
);;

CREATE TABLE affiliates (
  "userId" TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  "commissionHundredths" INTEGER NOT NULL CHECK ("commissionHundredths" BETWEEN 100 AND 5000),
  "createdAt" TEXT NOT NULL,
  "pendingCount" INTEGER NOT NULL DEFAULT 0,
  "pendingCents" INTEGER NOT NULL DEFAULT 0,
  "paidCount" INTEGER NOT NULL DEFAULT 0,
  "paidCents" INTEGER NOT NULL DEFAULT 0,
  "reversedCount" INTEGER NOT NULL DEFAULT 0,
  "reversedCents" INTEGER NOT NULL DEFAULT 0,
  "soldCents" INTEGER NOT NULL DEFAULT 0
);;

CREATE TABLE coupons (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL CHECK (code = upper(code) AND length(code) > 0),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('PERCENT', 'FIXED', 'AFFILIATE')),
  "discountHundredths" INTEGER NOT NULL CHECK ("discountHundredths" > 0 AND (type = 'FIXED' OR "discountHundredths" <= 10000)),
  "maxUses" INTEGER CHECK ("maxUses" >= 1),
  used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0 AND ("maxUses" IS NULL OR used <= "maxUses")),
  "validFrom" TEXT NOT NULL,
  "validTo" TEXT NOT NULL CHECK ("validTo" >= "validFrom"),
  "isActive" INTEGER NOT NULL CHECK ("isActive" IN (0, 1)),
  "affiliateId" TEXT REFERENCES users (id) ON DELETE SET NULL,
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL,
  "withdrawnAt" TEXT CHECK ("withdrawnAt" IS NULL OR "isActive" = 0),
  ${plainColumn('words', `code || ' ' || name || ' ' || description`)},
  ${plainColumn('nameOrder', 'name')}
);;

CREATE TABLE purchases (
  id TEXT PRIMARY KEY,
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
    CHECK ("returnedCents" >= 0 AND ("returnedCents" = 0 OR "returnedCents" <= coalesce("paidCents", "totalCents"))),
  "returnedAt" TEXT CHECK ("returnedAt" IS NULL OR "returnedCents" > 0),
  "keptCents" INTEGER GENERATED ALWAYS AS (CASE WHEN ${PAID} < "totalCents" THEN ${PAID} ELSE "totalCents" END) STORED,
  "couponCode" TEXT,
  "requiresActivation" INTEGER NOT NULL CHECK ("requiresActivation" IN (0, 1)),
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
  "keyWaitingSince" TEXT,
  "nextCheckAt" TEXT,
  "lastCheckAt" TEXT,
  "checkCount" INTEGER NOT NULL DEFAULT 0,
  "downloadCount" INTEGER NOT NULL DEFAULT 0 CHECK ("downloadCount" >= 0),
  ${plainColumn('customerOrder', '"customerName"')},
  ${plainColumn('productOrder', '"productName"')},
  CHECK ((status = 'FAILED') = ("failureReason" IS NOT NULL)),
  CHECK (status NOT IN ('COMPLETED', 'REFUNDED') OR "completedAt" IS NOT NULL),
  CHECK ((status = 'REFUNDED') = ("refundedAt" IS NOT NULL))
);;

CREATE TABLE "openPurchases" (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
  network TEXT CHECK (length(network) = 64),
  "awaitedAt" TEXT
);;

CREATE TABLE redemptions (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  "couponId" TEXT NOT NULL REFERENCES coupons (id) ON DELETE RESTRICT,
  state TEXT NOT NULL CHECK (state IN ('HELD', 'USED', 'FREED', 'LATE')),
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL
);;

CREATE TABLE "activationKeys" (
  id TEXT PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id),
  key TEXT NOT NULL,
  "purchaseId" TEXT UNIQUE REFERENCES purchases (id),
  "createdAt" TEXT NOT NULL,
  "assignedAt" TEXT,
  "revokedAt" TEXT,
  "revokedReason" TEXT CHECK ("revokedReason" IN ('deleted', 'refunded')),
  "frozenAt" TEXT,
  UNIQUE ("productId", key),
  CHECK (("purchaseId" IS NULL) = ("assignedAt" IS NULL)),
  CHECK (("revokedAt" IS NULL) = ("revokedReason" IS NULL))
);;

CREATE TABLE "affiliateSales" (
  id TEXT PRIMARY KEY,
  "purchaseId" TEXT NOT NULL UNIQUE REFERENCES purchases (id),
  "affiliateId" TEXT NOT NULL REFERENCES users (id),
  "amountCents" INTEGER NOT NULL CHECK ("amountCents" >= 0),
  "commissionCents" INTEGER NOT NULL CHECK ("commissionCents" >= 0),
  "commissionHundredths" INTEGER CHECK ("commissionHundredths" >= 0),
  status TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'reversed')),
  "createdAt" TEXT NOT NULL,
  "paidAt" TEXT
);;

CREATE TABLE "purchaseEvents" (
  id INTEGER PRIMARY KEY,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  at TEXT NOT NULL,
  event TEXT NOT NULL,
  source TEXT NOT NULL,
  detail TEXT
);;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('receipt', 'key', 'resend')),
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  dedup TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  "nextAttemptAt" TEXT NOT NULL,
  "lastError" TEXT,
  "createdAt" TEXT NOT NULL,
  "sentAt" TEXT,
  "requeuedAt" TEXT
);;

CREATE TABLE "webhookInbox" (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  dedup TEXT NOT NULL UNIQUE,
  "resourceId" TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  "nextAttemptAt" TEXT NOT NULL,
  "lastError" TEXT,
  "receivedAt" TEXT NOT NULL
);;

CREATE TABLE audit (
  id BIGINT PRIMARY KEY,
  at TEXT NOT NULL,
  "actorId" TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  "entityId" TEXT NOT NULL,
  fields TEXT NOT NULL,
  kind TEXT GENERATED ALWAYS AS
    (CASE ${AUDIT_NOUN} WHEN 'upload' THEN 'product' WHEN 'affiliate_sale' THEN 'affiliate' ELSE ${AUDIT_NOUN} END) STORED,
  count INTEGER CHECK (count >= 1)
);;
CREATE TABLE "schemaFloor" (name TEXT PRIMARY KEY);;

CREATE UNLOGGED TABLE "sharedLimits" (
  key TEXT PRIMARY KEY,
  points INTEGER NOT NULL DEFAULT 0,
  expire INTEGER
);;
CREATE INDEX "sharedLimitsExpired" ON "sharedLimits" (expire);;
CREATE UNLOGGED TABLE instances (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  version TEXT NOT NULL,
  "startedAt" TEXT NOT NULL,
  "seenAt" TEXT NOT NULL,
  "isLeader" INTEGER NOT NULL CHECK ("isLeader" IN (0, 1))
);;

CREATE TABLE "auditCounter" (last INTEGER NOT NULL);;
INSERT INTO "auditCounter" (last) VALUES (0);;

CREATE TABLE "refusedSignIns" (
  account TEXT PRIMARY KEY,
  since TEXT NOT NULL,
  attempts INTEGER NOT NULL CHECK (attempts >= 1)
);;

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL
);;

CREATE TABLE "sandboxCharges" (
  reference TEXT PRIMARY KEY,
  "amountCents" INTEGER NOT NULL CHECK ("amountCents" > 0),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'paid', 'rejected', 'expired', 'cancelled', 'refunded')),
  "copyPaste" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL,
  "paidAt" TEXT
);;

CREATE TABLE "bankAccounts" (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  "firstUsedAt" TEXT NOT NULL,
  "lastUsedAt" TEXT NOT NULL
);;

CREATE TABLE "bankPayments" (
  account TEXT NOT NULL,
  "paymentId" TEXT NOT NULL,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  PRIMARY KEY (account, "paymentId")
);;

CREATE TABLE "bankSweeps" (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL,
  "startedAt" TEXT NOT NULL,
  "finishedAt" TEXT,
  payments INTEGER NOT NULL DEFAULT 0 CHECK (payments >= 0)
);;

CREATE TABLE "bankWindows" (
  id INTEGER PRIMARY KEY,
  "sweepId" INTEGER NOT NULL REFERENCES "bankSweeps" (id) ON DELETE CASCADE,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL CHECK ("to" > "from"),
  "finishedAt" TEXT,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
  "lastError" TEXT,
  UNIQUE ("sweepId", "from")
);;

CREATE TABLE restores (
  id INTEGER PRIMARY KEY,
  "backupAt" TEXT NOT NULL,
  "restoredAt" TEXT NOT NULL
);;

CREATE TABLE "bankDifferences" (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('unknown_payment', 'not_booked', 'other_amount', 'unknown_sale', 'unread_row')),
  subject TEXT NOT NULL,
  "purchaseId" TEXT REFERENCES purchases (id),
  "bankCents" INTEGER,
  "arrivedAt" TEXT,
  payer TEXT,
  description TEXT,
  "foundAt" TEXT NOT NULL,
  "resolvedAt" TEXT,
  UNIQUE (provider, kind, subject)
);;

INSERT INTO categories (id, name, position) VALUES
  ('correcao-de-cor', 'Correção de Cor', 1),
  ('motion-graphics', 'Motion Graphics', 2),
  ('efeitos-especiais', 'Efeitos Especiais', 3),
  ('animacao-de-texto', 'Animação de Texto', 4)`;

/** Sales only append changes, since a shared total's row would make every sale wait for the one before. */
const TALLIES = `
CREATE TABLE "tallyTotals" (name TEXT PRIMARY KEY, value INTEGER NOT NULL);;
CREATE TABLE "tallyChanges" (id INTEGER GENERATED ALWAYS AS IDENTITY, name TEXT NOT NULL, amount INTEGER NOT NULL, PRIMARY KEY (name, id));;
CREATE VIEW tallies AS
  SELECT name, sum(value)::INTEGER AS value
  FROM (SELECT name, value FROM "tallyTotals" UNION ALL SELECT name, amount FROM "tallyChanges") AS parts GROUP BY name;;
INSERT INTO "tallyTotals" (name, value) VALUES ('buyers', 0), ('customers', 0), ('sales', 0), ('salesCents', 0);;

CREATE TABLE "salesByHourTotals" (hour TEXT PRIMARY KEY, sales INTEGER NOT NULL, "salesCents" INTEGER NOT NULL);;
CREATE TABLE "salesByHourChanges" (
  id INTEGER GENERATED ALWAYS AS IDENTITY,
  hour TEXT NOT NULL,
  sales INTEGER NOT NULL,
  "salesCents" INTEGER NOT NULL,
  PRIMARY KEY (hour, id)
);;
CREATE VIEW "salesByHour" AS
  SELECT hour, sum(sales)::INTEGER AS sales, sum("salesCents")::INTEGER AS "salesCents"
  FROM (
    SELECT hour, sales, "salesCents" FROM "salesByHourTotals"
    UNION ALL SELECT hour, sales, "salesCents" FROM "salesByHourChanges"
  ) AS parts GROUP BY hour;;

CREATE FUNCTION "addToTallies"(changes jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "tallyChanges" (name, amount) SELECT key, value::INTEGER FROM jsonb_each_text(changes) WHERE value::INTEGER <> 0
$$`;

const plainWords = (columns: string[]) => plainlyInPostgres(joined(columns)('NEW').replaceAll('char(10)', 'chr(10)'));

const searchable = (kind: string, table: string, columns: string[]) => `
CREATE TABLE "${kind}Words" (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, words TEXT NOT NULL);;
CREATE INDEX "${kind}WordsByTrigram" ON "${kind}Words" USING gin (words gin_trgm_ops);;
CREATE FUNCTION "${kind}KeepsWords"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "${kind}Words" (id, words) VALUES (NEW.id, ${plainWords(columns)});
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE "${kind}Words" SET words = ${plainWords(columns)} WHERE id = NEW.id;
  ELSE
    DELETE FROM "${kind}Words" WHERE id = OLD.id;
  END IF;
  RETURN NULL;
END $$;;
CREATE TRIGGER "${kind}KeepsWords" AFTER INSERT OR DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION "${kind}KeepsWords"();;
CREATE TRIGGER "${kind}ChangesWords" AFTER UPDATE ON "${table}" FOR EACH ROW
  WHEN ((${columns.map((column) => `OLD."${column}"`).join(', ')}) IS DISTINCT FROM (${columns.map((column) => `NEW."${column}"`).join(', ')}))
  EXECUTE FUNCTION "${kind}KeepsWords"();;`;

const KEY_AND_BUYER = plainlyInPostgres(
  `sold.key || coalesce(chr(10) || ${joined(['customerName', 'customerEmail'])('buyer').replaceAll('char(10)', 'chr(10)')}, '')`,
);

const SEARCH = `
${searchable('customer', 'customers', ['name', 'email'])}
${searchable('product', 'products', ['name', 'description'])}
${searchable('purchase', 'purchases', ['id', 'transactionId', 'customerName', 'customerEmail', 'productName'])}
CREATE TABLE "keyWords" (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, words TEXT NOT NULL);;
CREATE INDEX "keyWordsByTrigram" ON "keyWords" USING gin (words gin_trgm_ops);;
CREATE FUNCTION "keyKeepsWords"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM "keyWords" WHERE id = OLD.id;
  ELSE
    INSERT INTO "keyWords" (id, words)
      SELECT sold.id, ${KEY_AND_BUYER}
      FROM "activationKeys" AS sold LEFT JOIN purchases AS buyer ON buyer.id = sold."purchaseId" WHERE sold.id = NEW.id
      ON CONFLICT (id) DO UPDATE SET words = excluded.words;
  END IF;
  RETURN NULL;
END $$;;
CREATE TRIGGER "keyKeepsWords" AFTER INSERT OR DELETE ON "activationKeys" FOR EACH ROW EXECUTE FUNCTION "keyKeepsWords"();;
CREATE TRIGGER "keyChangesWords" AFTER UPDATE ON "activationKeys" FOR EACH ROW
  WHEN ((OLD.key, OLD."purchaseId") IS DISTINCT FROM (NEW.key, NEW."purchaseId")) EXECUTE FUNCTION "keyKeepsWords"();;
CREATE FUNCTION "buyerChangesWordsOfKey"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "keyWords" SET words = ${KEY_AND_BUYER.replaceAll('buyer.', 'NEW.')}
    FROM "activationKeys" AS sold WHERE sold."purchaseId" = NEW.id AND sold.id = "keyWords".id;
  RETURN NULL;
END $$;;
CREATE TRIGGER "buyerChangesWordsOfKey" AFTER UPDATE ON purchases FOR EACH ROW
  WHEN ((OLD."customerName", OLD."customerEmail") IS DISTINCT FROM (NEW."customerName", NEW."customerEmail"))
  EXECUTE FUNCTION "buyerChangesWordsOfKey"()`;

const keyState = (row: string) =>
  `CASE WHEN ${row}."revokedAt" IS NOT NULL THEN 'revoked' WHEN ${row}."purchaseId" IS NULL THEN 'available' ELSE 'assigned' END`;

const addKey = (row: string, amount: 1 | -1) => `
    INSERT INTO "tallyChanges" (name, amount)
      SELECT 'keys:' || (${keyState(row)}) || suffix, ${amount} FROM (VALUES (''), (':' || ${row}."productId")) AS names (suffix);`;

const addCommission = (row: string, sign: '+' | '-') => `
    UPDATE affiliates SET
      ${['pending', 'paid', 'reversed']
        .map(
          (state) => `"${state}Count" = "${state}Count" ${sign} (${row}.status = '${state}')::int,
      "${state}Cents" = "${state}Cents" ${sign} (${row}.status = '${state}')::int * ${row}."commissionCents",`,
        )
        .join('\n      ')}
      "soldCents" = "soldCents" ${sign} (${row}.status <> 'reversed')::int * ${row}."amountCents"
      WHERE "userId" = ${row}."affiliateId";`;

const addSale = (row: string, sign: '' | '-') => `
    INSERT INTO "salesByHourChanges" (hour, sales, "salesCents")
      VALUES (substr(${row}."completedAt", 1, 13), ${sign}1, ${sign}${row}."keptCents");
    PERFORM "addToTallies"(jsonb_build_object('sales', ${sign}1, 'salesCents', ${sign}${row}."keptCents"));`;

const refuse = (name: string, when: string, sentence: string) => `
CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION '${sentence}' USING ERRCODE = 'check_violation';
END $$;;
CREATE TRIGGER "${name}" ${when} EXECUTE FUNCTION "${name}"();;`;

const CHEAP = `NEW.status = 'active' AND NEW."priceCents" < 50`;
const COUNTED = `status <> 'FAILED'`;

const TRIGGERS = `
CREATE FUNCTION "numberAudit"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "auditCounter" SET last = last + 1 RETURNING last INTO NEW.id;
  RETURN NEW;
END $$;;
CREATE TRIGGER "auditIsNumbered" BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION "numberAudit"();;
CREATE FUNCTION "tallyAudit"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM "addToTallies"(jsonb_build_object('audit:' || NEW.kind, 1));
  RETURN NULL;
END $$;;
CREATE TRIGGER "auditTallied" AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION "tallyAudit"();;
${refuse('auditIsNeverChanged', 'BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT', 'the audit trail is append-only')}

${refuse('productKeepsPrice', `BEFORE INSERT OR UPDATE OF status, "priceCents" ON products FOR EACH ROW WHEN (${CHEAP})`, 'a product on sale costs at least R$ 0,50')}
${refuse(
  'productPublicationStands',
  `BEFORE UPDATE OF "publishedAt" ON products FOR EACH ROW
  WHEN (OLD."publishedAt" IS NOT NULL AND NEW."publishedAt" IS DISTINCT FROM OLD."publishedAt")`,
  'the day of the first publication does not move',
)}

CREATE FUNCTION "tallyKey"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN ${addKey('OLD', -1)}
  END IF;
  IF TG_OP <> 'DELETE' THEN ${addKey('NEW', 1)}
  END IF;
  RETURN NULL;
END $$;;
CREATE TRIGGER "keyTallied" AFTER INSERT OR DELETE ON "activationKeys" FOR EACH ROW EXECUTE FUNCTION "tallyKey"();;
CREATE TRIGGER "keyRetallied" AFTER UPDATE ON "activationKeys" FOR EACH ROW
  WHEN ((OLD."purchaseId", OLD."revokedAt") IS DISTINCT FROM (NEW."purchaseId", NEW."revokedAt")) EXECUTE FUNCTION "tallyKey"();;

CREATE FUNCTION "tallyCommission"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' THEN ${addCommission('OLD', '-')}
  END IF;
  ${addCommission('NEW', '+')}
  RETURN NULL;
END $$;;
CREATE TRIGGER "affiliateSaleTallied" AFTER INSERT OR UPDATE OF status, "amountCents", "commissionCents" ON "affiliateSales"
  FOR EACH ROW EXECUTE FUNCTION "tallyCommission"();;

CREATE FUNCTION "tallyCustomer"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM "addToTallies"(jsonb_build_object('customers', (NEW."erasedAt" IS NULL)::int));
  ELSE
    PERFORM "addToTallies"(jsonb_build_object(
      'customers', (NEW."erasedAt" IS NULL)::int - (OLD."erasedAt" IS NULL)::int,
      'buyers', (NEW."saleCount" > 0)::int - (OLD."saleCount" > 0)::int));
  END IF;
  RETURN NULL;
END $$;;
CREATE TRIGGER "customerTallied" AFTER INSERT ON customers FOR EACH ROW EXECUTE FUNCTION "tallyCustomer"();;
CREATE TRIGGER "customerRetallied" AFTER UPDATE ON customers FOR EACH ROW
  WHEN ((OLD."erasedAt" IS NULL, OLD."saleCount" > 0) IS DISTINCT FROM (NEW."erasedAt" IS NULL, NEW."saleCount" > 0))
  EXECUTE FUNCTION "tallyCustomer"();;

CREATE FUNCTION "tallyPurchase"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM "addToTallies"(jsonb_build_object('purchases:' || OLD.status || ':' || coalesce(OLD."failureReason", ''), -1));
  END IF;
  PERFORM "addToTallies"(jsonb_build_object('purchases:' || NEW.status || ':' || coalesce(NEW."failureReason", ''), 1));
  IF TG_OP = 'INSERT' AND NEW.${COUNTED} THEN
    UPDATE customers SET "purchaseCount" = "purchaseCount" + 1, "lastPurchaseAt" = greatest("lastPurchaseAt", NEW."createdAt")
      WHERE id = NEW."customerId";
  ELSIF TG_OP = 'UPDATE' AND (NEW.${COUNTED}) <> (OLD.${COUNTED}) THEN
    -- The sum of the next statement then has what others committed while this one waited.
    PERFORM 1 FROM customers WHERE id = NEW."customerId" FOR NO KEY UPDATE;
    UPDATE customers SET
      "purchaseCount" = "purchaseCount" + (NEW.${COUNTED})::int - (OLD.${COUNTED})::int,
      "lastPurchaseAt" = (SELECT max("createdAt") FROM purchases WHERE "customerId" = NEW."customerId" AND ${COUNTED})
      WHERE id = NEW."customerId";
  END IF;
  RETURN NULL;
END $$;;
CREATE TRIGGER "purchaseTallied" AFTER INSERT ON purchases FOR EACH ROW EXECUTE FUNCTION "tallyPurchase"();;
CREATE TRIGGER "purchaseRetallied" AFTER UPDATE ON purchases FOR EACH ROW
  WHEN ((OLD.status, OLD."failureReason") IS DISTINCT FROM (NEW.status, NEW."failureReason")) EXECUTE FUNCTION "tallyPurchase"();;

CREATE FUNCTION "tallySale"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM 1 FROM customers WHERE id = NEW."customerId" FOR NO KEY UPDATE;
  IF TG_OP = 'UPDATE' AND OLD.status = 'COMPLETED' THEN ${addSale('OLD', '-')}
    UPDATE customers SET "saleCount" = "saleCount" - 1, "totalSpentCents" = "totalSpentCents" - OLD."keptCents"
      WHERE id = NEW."customerId";
  END IF;
  IF NEW.status = 'COMPLETED' THEN ${addSale('NEW', '')}
    UPDATE customers SET "saleCount" = "saleCount" + 1, "totalSpentCents" = "totalSpentCents" + NEW."keptCents"
      WHERE id = NEW."customerId";
  END IF;
  UPDATE customers
    SET "firstSaleAt" = (SELECT min("completedAt") FROM purchases WHERE "customerId" = NEW."customerId" AND status = 'COMPLETED')
    WHERE id = NEW."customerId";
  RETURN NULL;
END $$;;
CREATE TRIGGER "saleTallied" AFTER INSERT ON purchases FOR EACH ROW
  WHEN (NEW.status = 'COMPLETED') EXECUTE FUNCTION "tallySale"();;
CREATE TRIGGER "saleRetallied" AFTER UPDATE OF status, "totalCents", "paidCents", "returnedCents", "completedAt" ON purchases FOR EACH ROW
  WHEN (OLD.status = 'COMPLETED' OR NEW.status = 'COMPLETED') EXECUTE FUNCTION "tallySale"();;

CREATE FUNCTION "takePayment"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "bankPayments" (account, "paymentId", "purchaseId")
    SELECT coalesce(NEW.account, NEW.provider), NEW."providerPaymentId", NEW.id
    WHERE NOT EXISTS (SELECT 1 FROM "bankPayments" WHERE account = coalesce(NEW.account, NEW.provider)
      AND "paymentId" = NEW."providerPaymentId" AND "purchaseId" = NEW.id);
  RETURN NULL;
END $$;;
CREATE TRIGGER "paymentTaken" AFTER UPDATE OF status ON purchases FOR EACH ROW
  WHEN (NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED' AND NEW."providerPaymentId" IS NOT NULL)
  EXECUTE FUNCTION "takePayment"();;
CREATE FUNCTION "closePurchase"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM "openPurchases" WHERE "purchaseId" = NEW.id;
  RETURN NULL;
END $$;;
CREATE TRIGGER "purchaseClosed" AFTER UPDATE OF status ON purchases FOR EACH ROW
  WHEN (NEW.status <> 'PENDING') EXECUTE FUNCTION "closePurchase"()`;

const INDEXES = `
CREATE INDEX "activationKeysAssigned" ON "activationKeys" ("createdAt", id) WHERE "assignedAt" IS NOT NULL AND "revokedAt" IS NULL;;
CREATE INDEX "activationKeysAssignedByKey" ON "activationKeys" (key, id) WHERE "assignedAt" IS NOT NULL AND "revokedAt" IS NULL;;
CREATE INDEX "activationKeysAssignedOfProduct" ON "activationKeys" ("productId", "createdAt", id) WHERE "assignedAt" IS NOT NULL AND "revokedAt" IS NULL;;
CREATE INDEX "activationKeysAvailable" ON "activationKeys" ("createdAt", id) WHERE "assignedAt" IS NULL AND "revokedAt" IS NULL;;
CREATE INDEX "activationKeysAvailableByKey" ON "activationKeys" (key, id) WHERE "assignedAt" IS NULL AND "revokedAt" IS NULL;;
CREATE INDEX "activationKeysAvailableOfProduct" ON "activationKeys" ("productId", "createdAt", id) WHERE "assignedAt" IS NULL AND "revokedAt" IS NULL;;
CREATE INDEX "activationKeysByCreation" ON "activationKeys" ("createdAt", id);;
CREATE INDEX "activationKeysByKey" ON "activationKeys" (key, id);;
CREATE INDEX "activationKeysByProduct" ON "activationKeys" ("productId", "createdAt", id);;
CREATE INDEX "activationKeysRevoked" ON "activationKeys" ("createdAt", id) WHERE "revokedAt" IS NOT NULL;;
CREATE INDEX "activationKeysRevokedByKey" ON "activationKeys" (key, id) WHERE "revokedAt" IS NOT NULL;;
CREATE INDEX "activationKeysRevokedOfProduct" ON "activationKeys" ("productId", "createdAt", id) WHERE "revokedAt" IS NOT NULL;;
CREATE INDEX "affiliateSalesByAffiliate" ON "affiliateSales" ("affiliateId", "createdAt", id);;
CREATE INDEX "affiliateSalesByState" ON "affiliateSales" (status, "createdAt", id);;
CREATE INDEX "affiliateSalesByTime" ON "affiliateSales" ("createdAt", id);;
CREATE INDEX "affiliateSalesOfAffiliateByState" ON "affiliateSales" ("affiliateId", status, "createdAt", id);;
CREATE INDEX "auditByEntity" ON audit (entity, "entityId", id);;
CREATE INDEX "auditByKind" ON audit (kind, id);;
CREATE INDEX "auditByThing" ON audit ("entityId", id);;
CREATE INDEX "auditByTime" ON audit (at);;
CREATE INDEX "bankDifferencesByPurchase" ON "bankDifferences" ("purchaseId") WHERE "purchaseId" IS NOT NULL;;
CREATE INDEX "bankDifferencesOpen" ON "bankDifferences" ("foundAt") WHERE "resolvedAt" IS NULL;;
CREATE INDEX "bankSweepsByEnd" ON "bankSweeps" (provider, "to");;
CREATE UNIQUE INDEX "bankSweepsOpen" ON "bankSweeps" (provider) WHERE "finishedAt" IS NULL;;
CREATE UNIQUE INDEX "couponsByAffiliate" ON coupons ("affiliateId") WHERE "affiliateId" IS NOT NULL AND "withdrawnAt" IS NULL;;
CREATE UNIQUE INDEX "couponsByCode" ON coupons (lower(code)) WHERE "withdrawnAt" IS NULL;;
CREATE INDEX "couponsByName" ON coupons ("nameOrder", id) WHERE "withdrawnAt" IS NULL;;
CREATE INDEX "customersByCreation" ON customers ("createdAt", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByEmail" ON customers (email, id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByFirstSale" ON customers ("firstSaleAt") WHERE "firstSaleAt" IS NOT NULL;;
CREATE INDEX "customersByLastPurchase" ON customers ("lastPurchaseAt" NULLS FIRST, id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByName" ON customers ("nameOrder", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersByPurchases" ON customers ("purchaseCount", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "customersBySpending" ON customers ("totalSpentCents", id) WHERE "erasedAt" IS NULL;;
CREATE INDEX "openPurchasesAwaited" ON "openPurchases" ("awaitedAt") WHERE "awaitedAt" IS NOT NULL;;
CREATE INDEX "openPurchasesByNetwork" ON "openPurchases" (network);;
CREATE INDEX "outboxByPurchase" ON outbox ("purchaseId", "createdAt");;
CREATE INDEX "outboxDue" ON outbox ("nextAttemptAt") WHERE state = 'waiting';;
CREATE INDEX "outboxGivenUp" ON outbox (id) WHERE state = 'given_up';;
CREATE INDEX "productsByUpdate" ON products ("updatedAt" DESC, id) WHERE "withdrawnAt" IS NULL;;
CREATE INDEX "purchaseEventsByPurchase" ON "purchaseEvents" ("purchaseId", id);;
CREATE INDEX "purchasesBeingRefunded" ON purchases ("createdAt", id) WHERE "refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL;;
CREATE UNIQUE INDEX "purchasesByCharge" ON purchases (provider, "providerChargeId") WHERE "providerChargeId" IS NOT NULL;;
CREATE INDEX "purchasesByCompletion" ON purchases ("completedAt", "customerId", "totalCents") WHERE status = 'COMPLETED';;
CREATE INDEX "purchasesByCreation" ON purchases ("createdAt", id);;
CREATE INDEX "purchasesByCustomer" ON purchases ("customerId", "createdAt");;
CREATE INDEX "purchasesByCustomerName" ON purchases ("customerOrder" NULLS FIRST, id);;
CREATE INDEX "purchasesByPayment" ON purchases ("providerPaymentId") WHERE "providerPaymentId" IS NOT NULL;;
CREATE INDEX "purchasesByProduct" ON purchases ("productId", "createdAt");;
CREATE INDEX "purchasesByProductName" ON purchases ("productOrder", id);;
CREATE INDEX "purchasesByState" ON purchases (status, "failureReason", "createdAt", id);;
CREATE INDEX "purchasesByStateAndCustomer" ON purchases (status, "failureReason", "customerOrder" NULLS FIRST, id);;
CREATE INDEX "purchasesByStateAndProduct" ON purchases (status, "failureReason", "productOrder", id);;
CREATE INDEX "purchasesByStateAndTotal" ON purchases (status, "failureReason", "totalCents", id);;
CREATE INDEX "purchasesByTotal" ON purchases ("totalCents", id);;
CREATE INDEX "purchasesCompletedByCustomer" ON purchases ("customerId", "completedAt", "totalCents") WHERE status = 'COMPLETED';;
CREATE INDEX "purchasesDue" ON purchases ("nextCheckAt") WHERE "nextCheckAt" IS NOT NULL;;
CREATE INDEX "purchasesInReview" ON purchases ("createdAt", id) WHERE review IS NOT NULL;;
CREATE INDEX "purchasesNeverPaid" ON purchases ("createdAt") WHERE status = 'FAILED' AND "paidCents" IS NULL AND "customerId" <> 'nobody';;
CREATE INDEX "purchasesRefunded" ON purchases ("refundedAt", "totalCents", "paidCents") WHERE "refundedAt" IS NOT NULL;;
CREATE INDEX "purchasesReturnedInPart" ON purchases ("returnedAt", "totalCents", "paidCents", "keptCents") WHERE status = 'COMPLETED' AND "returnedAt" IS NOT NULL;;
CREATE INDEX "purchasesSoldByCoupon" ON purchases ("couponCode", status, "completedAt", "keptCents", "discountCents", id) WHERE "couponCode" IS NOT NULL;;
CREATE INDEX "purchasesSoldByProduct" ON purchases ("productId", "completedAt", "keptCents", "discountCents") WHERE status = 'COMPLETED';;
CREATE INDEX "purchasesUnsettled" ON purchases (account, provider) WHERE status = 'PENDING' OR review IS NOT NULL OR ("refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL);;
CREATE INDEX "purchasesWaitingByCreation" ON purchases ("createdAt", id) WHERE "keyWaitingSince" IS NOT NULL;;
CREATE INDEX "purchasesWaitingForKey" ON purchases ("productId", "keyWaitingSince", id) WHERE "keyWaitingSince" IS NOT NULL;;
CREATE INDEX "purchasesWithoutAccount" ON purchases (provider) WHERE account IS NULL;;
CREATE INDEX "redemptionsByCoupon" ON redemptions ("couponId");;
CREATE INDEX "sessionsByUser" ON sessions (user_id);;
CREATE INDEX "affiliatesByName" ON users ("nameOrder", id) WHERE "isAffiliate" = 1;;
CREATE INDEX "webhookInboxBySubject" ON "webhookInbox" ("resourceId", id);;
CREATE INDEX "webhookInboxDue" ON "webhookInbox" ("nextAttemptAt") WHERE state = 'waiting'`;
