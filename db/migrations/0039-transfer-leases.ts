import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0018-products-by-name';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
ALTER TABLE "fileTransfers" ADD COLUMN "leasedBy" TEXT;;
ALTER TABLE "fileTransfers" ADD COLUMN "leasedUntil" TEXT CHECK (("leasedBy" IS NULL) = ("leasedUntil" IS NULL))`;
