import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import { rebuildTable } from '../schema/rebuild-table.ts';

export const oldestReader = '0024-announcements';
export const locks = ['purchases'];

const BEFORE = `CHECK ("totalCents" >= 50)`;
const AFTER = `CHECK ("totalCents" >= CASE provider WHEN 'import' THEN 0 ELSE 50 END)`;

/** The shop charges no less than its least; what another platform sold may have cost nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  if (isSqlite(db)) return rebuildTable(db, 'purchases', (table) => table.replace(BEFORE, AFTER));
  const name = '"purchases_totalCents_check"';
  await sql.raw(`ALTER TABLE purchases DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} ${AFTER}`).execute(db);
}
