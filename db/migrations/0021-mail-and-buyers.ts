import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import { runStatements } from '../schema/ddl.ts';

/** Mail may be about a customer or a release instead of a purchase, and buyers get sessions of their own. */
export async function up(db: Kysely<never>): Promise<void> {
  await (isSqlite(db) ? runStatements(db, OUTBOX_ANEW) : alterOutbox(db));
  await runStatements(db, OUTBOX_INDEXES);
  await runStatements(db, BUYERS);
}

const KINDS = `kind IN ('receipt', 'key', 'resend', 'sign_in', 'new_email', 'email_news',
  'withdrawal_received', 'withdrawal_refused', 'refunded', 'release')`;
const SUBJECT = `"purchaseId" IS NOT NULL OR "customerId" IS NOT NULL OR payload IS NOT NULL`;

const OUTBOX_ANEW = `
CREATE TABLE "outboxAnew" (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (${KINDS}),
  "purchaseId" TEXT REFERENCES purchases (id),
  dedup TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'given_up')),
  attempts INTEGER NOT NULL DEFAULT 0,
  "nextAttemptAt" TEXT NOT NULL,
  "lastError" TEXT,
  "createdAt" TEXT NOT NULL,
  "sentAt" TEXT,
  "requeuedAt" TEXT,
  "customerId" TEXT REFERENCES customers (id) ON DELETE CASCADE,
  "releaseId" TEXT,
  payload TEXT,
  CHECK (${SUBJECT})
) STRICT;;
INSERT INTO "outboxAnew" (id, kind, "purchaseId", dedup, state, attempts, "nextAttemptAt", "lastError", "createdAt", "sentAt", "requeuedAt")
  SELECT id, kind, "purchaseId", dedup, state, attempts, "nextAttemptAt", "lastError", "createdAt", "sentAt", "requeuedAt" FROM outbox;;
DROP TABLE outbox;;
ALTER TABLE "outboxAnew" RENAME TO outbox;;
CREATE INDEX "outboxByPurchase" ON outbox ("purchaseId", "createdAt");;
CREATE INDEX "outboxDue" ON outbox ("nextAttemptAt") WHERE state = 'waiting';;
CREATE INDEX "outboxGivenUp" ON outbox (id) WHERE state = 'given_up'`;

/** In place: the numbers of its identity go on. */
async function alterOutbox(db: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check`.execute(db);
  await runStatements(
    db,
    `ALTER TABLE outbox ALTER COLUMN "purchaseId" DROP NOT NULL;;
    ALTER TABLE outbox ADD COLUMN "customerId" TEXT REFERENCES customers (id) ON DELETE CASCADE;;
    ALTER TABLE outbox ADD COLUMN "releaseId" TEXT;;
    ALTER TABLE outbox ADD COLUMN payload TEXT;;
    ALTER TABLE outbox ADD CHECK (${KINDS});;
    ALTER TABLE outbox ADD CHECK (${SUBJECT})`,
  );
}

const OUTBOX_INDEXES = `
CREATE INDEX "outboxByCustomer" ON outbox ("customerId") WHERE "customerId" IS NOT NULL`;

const BUYERS = `
ALTER TABLE customers ADD COLUMN "wantsUpdates" INTEGER NOT NULL DEFAULT 1 CHECK ("wantsUpdates" IN (0, 1));;
ALTER TABLE customers ADD COLUMN "wantsReminders" INTEGER NOT NULL DEFAULT 1 CHECK ("wantsReminders" IN (0, 1));;
CREATE TABLE "buyerTokens" (
  id TEXT PRIMARY KEY,
  "customerId" TEXT REFERENCES customers (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'new_email', 'stop_email')),
  "tokenHash" TEXT NOT NULL UNIQUE,
  "codeHash" TEXT,
  "newEmail" TEXT,
  "formerEmail" TEXT,
  "expiresAt" TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  "usedAt" TEXT
) STRICT;;
CREATE INDEX "buyerTokensByCustomer" ON "buyerTokens" ("customerId");;
CREATE INDEX "buyerTokensByExpiry" ON "buyerTokens" ("expiresAt");;
CREATE TABLE "buyerSessions" (
  id TEXT PRIMARY KEY,
  "customerId" TEXT NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  "createdAt" TEXT NOT NULL,
  "expiresAt" TEXT NOT NULL
) STRICT;;
CREATE INDEX "buyerSessionsByCustomer" ON "buyerSessions" ("customerId");;
CREATE INDEX "buyerSessionsByExpiry" ON "buyerSessions" ("expiresAt")`;
