import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

/** SQLite cannot change a column's check, so the column is rebuilt. */
const SCHEMA = `
CREATE TABLE "newBankSweeps" (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL,
  "startedAt" TEXT NOT NULL,
  "finishedAt" TEXT,
  payments INTEGER NOT NULL DEFAULT 0 CHECK (payments >= 0)
) STRICT;;
INSERT INTO "newBankSweeps" (id, provider, "from", "to", "startedAt", "finishedAt", payments)
  SELECT id, provider, "from", "to", "finishedAt", "finishedAt", payments FROM "bankSweeps";;
DROP TABLE "bankSweeps";;
ALTER TABLE "newBankSweeps" RENAME TO "bankSweeps";;
CREATE INDEX "bankSweepsByEnd" ON "bankSweeps" (provider, "to");;
CREATE UNIQUE INDEX "bankSweepsOpen" ON "bankSweeps" (provider) WHERE "finishedAt" IS NULL;;

CREATE TABLE "bankWindows" (
  id INTEGER PRIMARY KEY,
  "sweepId" INTEGER NOT NULL REFERENCES "bankSweeps" (id) ON DELETE CASCADE,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL CHECK ("to" > "from"),
  "finishedAt" TEXT,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
  "lastError" TEXT,
  UNIQUE ("sweepId", "from")
) STRICT;;

CREATE TABLE restores (
  id INTEGER PRIMARY KEY,
  "backupAt" TEXT NOT NULL,
  "restoredAt" TEXT NOT NULL
) STRICT;;

CREATE TABLE "newBankDifferences" (
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
) STRICT;;
INSERT INTO "newBankDifferences" (id, provider, kind, subject, "purchaseId", "bankCents", "foundAt", "resolvedAt")
  SELECT id, provider, kind, subject, "purchaseId", "bankCents", "foundAt", "resolvedAt" FROM "bankDifferences";;
DROP TABLE "bankDifferences";;
ALTER TABLE "newBankDifferences" RENAME TO "bankDifferences";;
CREATE INDEX "bankDifferencesOpen" ON "bankDifferences" ("foundAt") WHERE "resolvedAt" IS NULL;;
CREATE INDEX "bankDifferencesByPurchase" ON "bankDifferences" ("purchaseId") WHERE "purchaseId" IS NOT NULL`;
