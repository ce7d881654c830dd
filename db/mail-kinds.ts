import { type Kysely, sql } from 'kysely';
import { isSqlite } from './engine.ts';

/** For migrations: SQLite changes the CHECK of a table only with the table. */
export async function allowMailKind(db: Kysely<never>, kind: string): Promise<void> {
  await (isSqlite(db) ? rebuildOutbox(db, kind) : replaceCheck(db, kind));
}

async function rebuildOutbox(db: Kysely<never>, kind: string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = 'outbox' and sql is not null`.execute(db);
  const table = rows.find(({ type }) => type === 'table')?.sql ?? '';
  const anew = table
    .replace(/^CREATE TABLE "?outbox"?/, 'CREATE TABLE "outboxAnew"')
    .replace(/(kind IN \([^)]*)\)/, `$1, '${kind}')`);
  const indexes = rows.filter(({ type }) => type !== 'table').map((row) => row.sql);
  const statements = [
    anew,
    'INSERT INTO "outboxAnew" SELECT * FROM outbox',
    'DROP TABLE outbox',
    'ALTER TABLE "outboxAnew" RENAME TO outbox',
    ...indexes,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function replaceCheck(db: Kysely<never>, kind: string): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'outbox'::regclass and conname = 'outbox_kind_check'`.execute(db);
  const definition = (rows[0]?.definition ?? '').replace(/\]/, `, '${kind}'::text]`);
  await sql`ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check`.execute(db);
  await sql.raw(`ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check ${definition}`).execute(db);
}
