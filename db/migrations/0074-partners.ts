import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['purchases', 'products', 'affiliateSales', 'users'];

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** What was paid before is settled; what was reversed after its payment is owed back in the next payout. */
const STATEMENTS = `
ALTER TABLE purchases ADD COLUMN "affiliateId" TEXT REFERENCES users (id);;
ALTER TABLE purchases ADD COLUMN attribution TEXT CHECK (attribution IN ('coupon', 'link'));;
ALTER TABLE purchases ADD COLUMN "attributedAt" TEXT;;
CREATE INDEX "purchasesOfAffiliate" ON purchases ("affiliateId") WHERE "affiliateId" IS NOT NULL;;
ALTER TABLE products ADD COLUMN "commissionPercent" INTEGER CHECK ("commissionPercent" BETWEEN 0 AND 50);;
ALTER TABLE "affiliateSales" ADD COLUMN "payableAt" TEXT;;
ALTER TABLE "affiliateSales" ADD COLUMN "settledCents" INTEGER NOT NULL DEFAULT 0 CHECK ("settledCents" >= 0);;
UPDATE "affiliateSales" SET "settledCents" = "commissionCents" WHERE "paidAt" IS NOT NULL;;
CREATE INDEX "affiliateSalesOwedBack" ON "affiliateSales" ("affiliateId") WHERE "settledCents" > CASE status WHEN 'reversed' THEN 0 ELSE "commissionCents" END;;
ALTER TABLE affiliates ADD COLUMN "pixKeyType" TEXT CHECK ("pixKeyType" IN ('cpf', 'cnpj', 'email', 'phone', 'random'));;
ALTER TABLE affiliates ADD COLUMN "pixKey" TEXT;;
ALTER TABLE affiliates ADD COLUMN "pixKeyHeldUntil" TEXT;;
ALTER TABLE affiliates ADD COLUMN "termsVersion" INTEGER;;
ALTER TABLE affiliates ADD COLUMN "termsAcceptedAt" TEXT;;
ALTER TABLE affiliates ADD COLUMN notes TEXT NOT NULL DEFAULT '';;
CREATE TABLE "partnerClicks" (
  "affiliateId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  clicks INTEGER NOT NULL CHECK (clicks > 0),
  PRIMARY KEY ("affiliateId", day)
) STRICT, WITHOUT ROWID;;
CREATE TABLE payouts (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL UNIQUE CHECK (number > 0),
  "affiliateId" TEXT NOT NULL REFERENCES users (id),
  "amountCents" INTEGER NOT NULL CHECK ("amountCents" > 0),
  "saleCount" INTEGER NOT NULL CHECK ("saleCount" > 0),
  "pixKeyType" TEXT NOT NULL CHECK ("pixKeyType" IN ('cpf', 'cnpj', 'email', 'phone', 'random')),
  "pixKey" TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'cancelled')),
  "createdAt" TEXT NOT NULL,
  "paidAt" TEXT,
  "cancelledAt" TEXT,
  note TEXT NOT NULL DEFAULT '',
  "invoiceUrl" TEXT NOT NULL DEFAULT '',
  CHECK ((state = 'paid') = ("paidAt" IS NOT NULL)),
  CHECK ((state = 'cancelled') = ("cancelledAt" IS NOT NULL))
) STRICT;;
CREATE UNIQUE INDEX "openPayouts" ON payouts ("affiliateId") WHERE state = 'open';;
CREATE INDEX "payoutsByTime" ON payouts ("createdAt", id);;
CREATE INDEX "payoutsOfAffiliate" ON payouts ("affiliateId", "createdAt", id);;
CREATE TABLE "payoutLines" (
  "payoutId" TEXT NOT NULL REFERENCES payouts (id),
  "saleId" TEXT NOT NULL REFERENCES "affiliateSales" (id),
  "fromCents" INTEGER NOT NULL CHECK ("fromCents" >= 0),
  "toCents" INTEGER NOT NULL CHECK ("toCents" >= 0),
  PRIMARY KEY ("payoutId", "saleId"),
  UNIQUE ("saleId", "fromCents")
) STRICT, WITHOUT ROWID;;
CREATE TABLE "partnerTokens" (
  id TEXT PRIMARY KEY,
  "affiliateId" TEXT REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'pix_key')),
  "tokenHash" TEXT NOT NULL UNIQUE,
  "pixKeyType" TEXT,
  "pixKey" TEXT,
  "expiresAt" TEXT NOT NULL,
  "usedAt" TEXT
) STRICT, WITHOUT ROWID;;
CREATE INDEX "partnerTokensByEnd" ON "partnerTokens" ("expiresAt");;
CREATE TABLE "partnerSessions" (
  id TEXT PRIMARY KEY,
  "affiliateId" TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  "expiresAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
CREATE INDEX "partnerSessionsOfAffiliate" ON "partnerSessions" ("affiliateId");;
CREATE TABLE "partnerTerms" (
  version INTEGER NOT NULL PRIMARY KEY CHECK (version > 0),
  text TEXT NOT NULL,
  "createdAt" TEXT NOT NULL
) STRICT;;
CREATE TABLE "partnerMaterials" (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('picture', 'text')),
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  "createdAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID;;
CREATE TABLE "partnerApplications" (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'refused')),
  "createdAt" TEXT NOT NULL,
  "decidedAt" TEXT,
  CHECK ((state = 'waiting') = ("decidedAt" IS NULL))
) STRICT, WITHOUT ROWID`;
