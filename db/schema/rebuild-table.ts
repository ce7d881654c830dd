import { type Kysely, sql } from 'kysely';

/** Migrations need it: SQLite changes keys and checks of a table only with the table. Foreign keys are off meanwhile. */
export async function rebuildTable(
  db: Kysely<never>,
  name: string,
  change: (definition: string) => string,
): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where tbl_name = ${name} and sql is not null`.execute(db);
  const table = rows.find(({ type }) => type === 'table')?.sql ?? '';
  const statements = [
    change(table).replace(/^CREATE TABLE "?\w+"?/, `CREATE TABLE "${name}Anew"`),
    `INSERT INTO "${name}Anew" SELECT * FROM "${name}"`,
    `DROP TABLE "${name}"`,
    `ALTER TABLE "${name}Anew" RENAME TO "${name}"`,
    ...rows.filter(({ type }) => type !== 'table').map((row) => row.sql),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
