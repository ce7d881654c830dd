import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** So that what the owner sees on every screen reads the few rows that it shows. */
const STATEMENTS = `
CREATE INDEX "auditByKindAndTime" ON audit (kind, at, id);;
CREATE INDEX "purchasesRecoveredSold" ON purchases ("completedAt", "recoveredFrom", "keptCents")
  WHERE status = 'COMPLETED' AND "recoveredFrom" IS NOT NULL;;
CREATE INDEX "withdrawalsByState" ON withdrawals (state, tries)`;
