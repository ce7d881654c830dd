import type { Kysely } from 'kysely';
import { runStatements } from '../schema/ddl.ts';

export const oldestReader = '0024-announcements';

export function up(db: Kysely<never>): Promise<void> {
  return runStatements(db, STATEMENTS);
}

/** What a restore brought over, which only it knows; the older ones did not note it. */
const STATEMENTS = `
ALTER TABLE restores ADD COLUMN "isFormerRead" INTEGER CHECK ("isFormerRead" IN (0, 1));;
ALTER TABLE restores ADD COLUMN purchases INTEGER;;
ALTER TABLE restores ADD COLUMN keys INTEGER;;
ALTER TABLE restores ADD COLUMN "heldKeys" INTEGER;;
ALTER TABLE restores ADD COLUMN erased INTEGER`;
