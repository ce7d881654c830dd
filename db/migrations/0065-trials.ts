import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['products'];

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
ALTER TABLE products ADD COLUMN "trialDays" INTEGER NOT NULL DEFAULT 0 CHECK ("trialDays" BETWEEN 0 AND 60);;
CREATE TABLE trials (
  id TEXT PRIMARY KEY,
  "productId" TEXT NOT NULL REFERENCES products (id),
  "mailboxHash" TEXT NOT NULL,
  email TEXT,
  "tokenHash" TEXT NOT NULL UNIQUE,
  "linkExpiresAt" TEXT NOT NULL,
  "createdAt" TEXT NOT NULL,
  "confirmedAt" TEXT,
  "endsAt" TEXT,
  key TEXT UNIQUE,
  "fingerprintHash" TEXT,
  "machineName" TEXT,
  "activatedAt" TEXT,
  "itemId" TEXT UNIQUE REFERENCES "purchaseItems" (id),
  "noticesDeclinedAt" TEXT,
  "endingToldAt" TEXT,
  "endedToldAt" TEXT,
  UNIQUE ("productId", "mailboxHash"),
  UNIQUE ("productId", "fingerprintHash"),
  CHECK (("confirmedAt" IS NULL) = (key IS NULL) AND ("confirmedAt" IS NULL) = ("endsAt" IS NULL)),
  CHECK (("fingerprintHash" IS NULL) = ("activatedAt" IS NULL) AND ("confirmedAt" IS NOT NULL OR "activatedAt" IS NULL)),
  CHECK ("itemId" IS NULL OR key IS NOT NULL)
) STRICT;;
CREATE INDEX "trialsOfMailbox" ON trials ("mailboxHash");;
CREATE INDEX "trialsToEnd" ON trials ("endsAt") WHERE email IS NOT NULL`;
