import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
ALTER TABLE sessions ADD COLUMN device TEXT;;
ALTER TABLE sessions ADD COLUMN seen_at INTEGER;;
ALTER TABLE purchases ADD COLUMN "endToEndId" TEXT;;
CREATE INDEX "purchasesByEndToEndId" ON purchases ("endToEndId") WHERE "endToEndId" IS NOT NULL`;
