import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const SCHEMA = `
CREATE TABLE categories (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL
) STRICT;;

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
  "withdrawnAt" TEXT
) STRICT;;
CREATE INDEX "productsByUpdate" ON products ("updatedAt" DESC, id) WHERE "withdrawnAt" IS NULL;;

CREATE TABLE customers (
  id TEXT PRIMARY KEY,
  name TEXT,
  email TEXT UNIQUE CHECK (email = lower(email)),
  "createdAt" TEXT NOT NULL,
  "erasedAt" TEXT,
  CHECK (("erasedAt" IS NULL) = (email IS NOT NULL))
) STRICT;;
CREATE INDEX "customersByCreation" ON customers ("createdAt");;

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  name TEXT NOT NULL,
  "passwordHash" TEXT NOT NULL,
  "isAdmin" INTEGER NOT NULL CHECK ("isAdmin" IN (0, 1)),
  "isAffiliate" INTEGER NOT NULL CHECK ("isAffiliate" IN (0, 1)),
  "isActive" INTEGER NOT NULL CHECK ("isActive" IN (0, 1)),
  "createdAt" TEXT NOT NULL
) STRICT;;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  gates TEXT NOT NULL DEFAULT ''
) STRICT;;
CREATE INDEX "sessionsByUser" ON sessions (user_id);;

CREATE TABLE affiliates (
  "userId" TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  "commissionHundredths" INTEGER NOT NULL CHECK ("commissionHundredths" BETWEEN 100 AND 5000),
  "createdAt" TEXT NOT NULL
) STRICT;;

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
  "updatedAt" TEXT NOT NULL
) STRICT;;
CREATE UNIQUE INDEX "couponsByCode" ON coupons (lower(code));;

CREATE TABLE purchases (
  id TEXT PRIMARY KEY,
  "transactionId" TEXT NOT NULL UNIQUE,
  "providerReference" TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  "idempotencyKeyHash" TEXT UNIQUE,
  "requestHash" TEXT,
  "customerId" TEXT NOT NULL REFERENCES customers (id),
  "customerName" TEXT,
  "customerEmail" TEXT,
  "productId" TEXT NOT NULL REFERENCES products (id),
  "productName" TEXT NOT NULL,
  "priceCents" INTEGER NOT NULL CHECK ("priceCents" >= 0),
  "discountCents" INTEGER NOT NULL CHECK ("discountCents" >= 0),
  "totalCents" INTEGER NOT NULL CHECK ("totalCents" >= 50),
  "paidCents" INTEGER CHECK ("paidCents" >= 0),
  "couponCode" TEXT,
  "requiresActivation" INTEGER NOT NULL CHECK ("requiresActivation" IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED', 'REFUNDED')),
  "failureReason" TEXT CHECK ("failureReason" IN ('expired', 'rejected', 'provider')),
  review TEXT CHECK (review IN ('short_payment', 'dispute')),
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
  CHECK ((status = 'FAILED') = ("failureReason" IS NOT NULL)),
  CHECK (status NOT IN ('COMPLETED', 'REFUNDED') OR "completedAt" IS NOT NULL),
  CHECK ((status = 'REFUNDED') = ("refundedAt" IS NOT NULL))
) STRICT;;
CREATE UNIQUE INDEX "purchasesByCharge" ON purchases (provider, "providerChargeId") WHERE "providerChargeId" IS NOT NULL;;
CREATE INDEX "purchasesByCreation" ON purchases ("createdAt");;
CREATE INDEX "purchasesByCompletion" ON purchases ("completedAt", "customerId", "totalCents") WHERE status = 'COMPLETED';;
CREATE INDEX "purchasesCompletedByCustomer" ON purchases ("customerId", "completedAt", "totalCents") WHERE status = 'COMPLETED';;
CREATE INDEX "purchasesByCustomer" ON purchases ("customerId", "createdAt");;
CREATE INDEX "purchasesByProduct" ON purchases ("productId", "createdAt");;
CREATE INDEX "purchasesDue" ON purchases ("nextCheckAt") WHERE "nextCheckAt" IS NOT NULL;;
CREATE INDEX "purchasesWaitingForKey" ON purchases ("productId", "keyWaitingSince", id) WHERE "keyWaitingSince" IS NOT NULL;;

CREATE TABLE redemptions (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  "couponId" TEXT NOT NULL REFERENCES coupons (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('HELD', 'USED', 'FREED', 'LATE')),
  "createdAt" TEXT NOT NULL,
  "updatedAt" TEXT NOT NULL
) STRICT;;
CREATE INDEX "redemptionsByCoupon" ON redemptions ("couponId");;

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
) STRICT;;
CREATE INDEX "activationKeysFree" ON "activationKeys" ("productId", "createdAt", id) WHERE "purchaseId" IS NULL AND "revokedAt" IS NULL;;
CREATE INDEX "activationKeysByKey" ON "activationKeys" (key);;
CREATE INDEX "activationKeysByCreation" ON "activationKeys" ("createdAt");;

CREATE TABLE "affiliateSales" (
  id TEXT PRIMARY KEY,
  "purchaseId" TEXT NOT NULL UNIQUE REFERENCES purchases (id),
  "affiliateId" TEXT NOT NULL REFERENCES users (id),
  "amountCents" INTEGER NOT NULL CHECK ("amountCents" >= 0),
  "commissionCents" INTEGER NOT NULL CHECK ("commissionCents" >= 0),
  status TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'reversed')),
  "createdAt" TEXT NOT NULL,
  "paidAt" TEXT
) STRICT;;
CREATE INDEX "affiliateSalesByAffiliate" ON "affiliateSales" ("affiliateId", "createdAt");;

CREATE TABLE "purchaseEvents" (
  id INTEGER PRIMARY KEY,
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  at TEXT NOT NULL,
  event TEXT NOT NULL,
  source TEXT NOT NULL,
  detail TEXT
) STRICT;;
CREATE INDEX "purchaseEventsByPurchase" ON "purchaseEvents" ("purchaseId", id);;

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
  "sentAt" TEXT
) STRICT;;
CREATE INDEX "outboxDue" ON outbox ("nextAttemptAt") WHERE state = 'waiting';;
CREATE INDEX "outboxByPurchase" ON outbox ("purchaseId", "createdAt");;

CREATE TABLE "webhookInbox" (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  dedup TEXT NOT NULL UNIQUE,
  "resourceId" TEXT,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  "nextAttemptAt" TEXT NOT NULL,
  "lastError" TEXT,
  "receivedAt" TEXT NOT NULL
) STRICT;;
CREATE INDEX "webhookInboxDue" ON "webhookInbox" ("nextAttemptAt") WHERE state = 'waiting';;

CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  "actorId" TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  "entityId" TEXT NOT NULL,
  fields TEXT NOT NULL
) STRICT;;
CREATE INDEX "auditByTime" ON audit (at);;
CREATE TRIGGER "auditIsNeverChanged" BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;;
CREATE TRIGGER "auditIsNeverDeleted" BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;;

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  hash TEXT NOT NULL
) STRICT;;

CREATE TABLE "sandboxCharges" (
  reference TEXT PRIMARY KEY,
  "amountCents" INTEGER NOT NULL CHECK ("amountCents" > 0),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'paid', 'rejected', 'expired', 'cancelled', 'refunded')),
  "copyPaste" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL,
  "paidAt" TEXT
) STRICT;;

INSERT INTO categories (id, name, position) VALUES
  ('correcao-de-cor', 'Correção de Cor', 1),
  ('motion-graphics', 'Motion Graphics', 2),
  ('efeitos-especiais', 'Efeitos Especiais', 3),
  ('animacao-de-texto', 'Animação de Texto', 4)`;
