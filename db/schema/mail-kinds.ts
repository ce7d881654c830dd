import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine.ts';
import { rebuildTable } from './rebuild-table.ts';

/**
 * Migrations before `0046-mail-kinds`, which made a table of the CHECK, need it: SQLite changes one only with its
 * table.
 */
export async function allowMailKind(db: Kysely<never>, kind: string): Promise<void> {
  if (!isSqlite(db)) return replaceCheck(db, kind);
  await rebuildTable(db, 'outbox', (table) => table.replace(/(kind IN \([^)]*)\)/, `$1, '${kind}')`));
}

async function replaceCheck(db: Kysely<never>, kind: string): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'outbox'::regclass and conname = 'outbox_kind_check'`.execute(db);
  const definition = (rows[0]?.definition ?? '').replace(/\]/, `, '${kind}'::text]`);
  await sql`ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check`.execute(db);
  await sql.raw(`ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check ${definition}`).execute(db);
}
