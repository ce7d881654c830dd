import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** The times of tries belong to `refunding`: a bank may refuse for days. */
const STATEMENTS = `
CREATE TABLE withdrawals (
  "purchaseId" TEXT PRIMARY KEY REFERENCES purchases (id),
  protocol TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('requested', 'refunding', 'refunded', 'refused', 'cancelled')),
  "heldFor" TEXT CHECK ("heldFor" IN ('used', 'repeated', 'other_bank', 'dispute')),
  reason TEXT CHECK (length(reason) <= 500),
  refusal TEXT CHECK (length(refusal) <= 500),
  "requestedAt" TEXT NOT NULL,
  "decidedAt" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0 CHECK ("tries" >= 0),
  "nextTryAt" TEXT,
  CHECK ((state = 'requested') = ("decidedAt" IS NULL)),
  CHECK ((state = 'refused') = (refusal IS NOT NULL)),
  CHECK ("nextTryAt" IS NULL OR state = 'refunding')
) STRICT, WITHOUT ROWID;;
CREATE INDEX "withdrawalsToDecide" ON withdrawals ("requestedAt") WHERE state = 'requested';;
CREATE INDEX "withdrawalsToTry" ON withdrawals ("nextTryAt") WHERE "nextTryAt" IS NOT NULL`;
