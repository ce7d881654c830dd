import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of SCHEMA.split(';;')) await sql.raw(statement).execute(db);
}

const SCHEMA = `
CREATE TABLE "bankSweeps" (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  "from" TEXT NOT NULL,
  "to" TEXT NOT NULL,
  "finishedAt" TEXT NOT NULL,
  payments INTEGER NOT NULL CHECK (payments >= 0)
) STRICT;;
CREATE INDEX "bankSweepsByEnd" ON "bankSweeps" (provider, "to");;

CREATE TABLE "bankDifferences" (
  id INTEGER PRIMARY KEY,
  provider TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('unknown_payment', 'not_booked', 'other_amount', 'unknown_sale')),
  subject TEXT NOT NULL,
  "purchaseId" TEXT REFERENCES purchases (id),
  "bankCents" INTEGER,
  "foundAt" TEXT NOT NULL,
  "resolvedAt" TEXT,
  UNIQUE (provider, kind, subject)
) STRICT;;
CREATE INDEX "bankDifferencesOpen" ON "bankDifferences" ("foundAt") WHERE "resolvedAt" IS NULL`;
