import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = [];

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
CREATE TABLE invoices (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  state TEXT NOT NULL CHECK (state IN ('requested', 'queued', 'issued', 'failed', 'cancel_needed', 'cancelled')),
  "takerKind" TEXT NOT NULL CHECK ("takerKind" IN ('cpf', 'cnpj')),
  "takerDocument" TEXT NOT NULL,
  "takerName" TEXT NOT NULL,
  "takerAddress" TEXT,
  number TEXT,
  url TEXT,
  "storedAs" TEXT,
  provider TEXT,
  "providerReference" TEXT NOT NULL UNIQUE,
  error TEXT,
  "requestedAt" TEXT NOT NULL,
  "dueAt" TEXT NOT NULL,
  "sentAt" TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  "nextTryAt" TEXT,
  "issuedAt" TEXT,
  words TEXT NOT NULL,
  CHECK (state <> 'issued' OR (number IS NOT NULL AND "issuedAt" IS NOT NULL AND provider IS NOT NULL)),
  CHECK ("nextTryAt" IS NULL OR state = 'queued')
) STRICT;;
CREATE INDEX "invoicesByState" ON invoices (state, "dueAt");;
CREATE INDEX "invoicesByDay" ON invoices ("dueAt");;
CREATE INDEX "invoicesToSend" ON invoices ("nextTryAt") WHERE "nextTryAt" IS NOT NULL`;
