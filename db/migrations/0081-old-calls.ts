import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['products', 'activationKeys'];

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

const STATEMENTS = `
ALTER TABLE products ADD COLUMN "gumroadIds" TEXT;;
ALTER TABLE products ADD COLUMN "lemonSqueezyIds" TEXT;;
ALTER TABLE "activationKeys" ADD COLUMN uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0)`;
