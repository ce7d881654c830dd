import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';
import { allowMailKind } from '../schema/mail-kinds.ts';

export const oldestReader = '0024-announcements';

export async function up(db: Kysely<never>): Promise<void> {
  await allowMailKind(db, 'reminder');
  await runStatements(db, STATEMENTS);
}

const STATEMENTS = `
ALTER TABLE purchases ADD COLUMN "recoveredFrom" TEXT;;
ALTER TABLE purchases ADD COLUMN whatsapp TEXT CHECK (length(whatsapp) BETWEEN 12 AND 14);;
CREATE INDEX "purchasesRecovered" ON purchases ("recoveredFrom", "createdAt") WHERE "recoveredFrom" IS NOT NULL;;
CREATE INDEX "purchasesWithWhatsapp" ON purchases ("createdAt") WHERE whatsapp IS NOT NULL;;
CREATE TABLE reminders (
  "purchaseId" TEXT NOT NULL REFERENCES purchases (id),
  step INTEGER NOT NULL CHECK (step BETWEEN 1 AND 3),
  "dueAt" TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'skipped')),
  reason TEXT,
  "addressHash" TEXT,
  "queuedAt" TEXT,
  "sentAt" TEXT,
  "couponCode" TEXT,
  "tokenHash" TEXT UNIQUE,
  "linkExpiresAt" TEXT,
  "clickedAt" TEXT,
  PRIMARY KEY ("purchaseId", step),
  CHECK ((state = 'skipped') = (reason IS NOT NULL)),
  CHECK ((state = 'sent') = ("sentAt" IS NOT NULL))
) STRICT, WITHOUT ROWID;;
CREATE INDEX "remindersDue" ON reminders ("dueAt") WHERE state = 'waiting' AND "queuedAt" IS NULL;;
CREATE INDEX "remindersByAddress" ON reminders ("addressHash") WHERE "addressHash" IS NOT NULL;;
CREATE INDEX "remindersSent" ON reminders ("sentAt") WHERE "sentAt" IS NOT NULL;;
CREATE TABLE "reminderOptOuts" (
  "addressHash" TEXT PRIMARY KEY,
  "createdAt" TEXT NOT NULL
) STRICT, WITHOUT ROWID`;
