import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';
export const locks = ['products'];

export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, SCHEMA);
}

const SCHEMA = `
ALTER TABLE products ADD COLUMN "allowsQuantity" INTEGER NOT NULL DEFAULT 0 CHECK ("allowsQuantity" IN (0, 1));;
ALTER TABLE products ADD COLUMN "quantitySteps" TEXT`;
