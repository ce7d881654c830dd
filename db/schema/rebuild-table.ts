import { type Kysely, sql } from 'kysely';

/** Migrations need it: SQLite changes keys and checks of a table only with the table. Foreign keys are off meanwhile. */
export async function rebuildTable(
  db: Kysely<never>,
  name: string,
  change: (definition: string) => string,
): Promise<void> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master
    where sql is not null and (type in ('trigger', 'view') or tbl_name = ${name})`.execute(db);
  const table = rows.find(({ type }) => type === 'table')?.sql ?? '';
  // No table is renamed while a view, or a trigger of another, names it.
  const ofType = (wanted: string) => rows.filter(({ type }) => type === wanted);
  const [triggers, views] = [ofType('trigger'), ofType('view')];
  const columns = await storedColumns(db, name);
  const numbers = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${name}`.execute(db);
  const statements = [
    ...triggers.map((trigger) => `DROP TRIGGER "${trigger.name}"`),
    ...views.map((view) => `DROP VIEW "${view.name}"`),
    change(table).replace(/^CREATE TABLE "?\w+"?/, `CREATE TABLE "${name}Anew"`),
    `INSERT INTO "${name}Anew" (${columns}) SELECT ${columns} FROM "${name}"`,
    `DROP TABLE "${name}"`,
    `ALTER TABLE "${name}Anew" RENAME TO "${name}"`,
    ...ofType('index').map((row) => row.sql),
    ...views.map((view) => view.sql),
    ...triggers.map((trigger) => trigger.sql),
    // The number of a row that was deleted is not given again.
    ...numbers.rows.map(({ seq }) => `UPDATE sqlite_sequence SET seq = max(seq, ${seq}) WHERE name = '${name}'`),
    ...numbers.rows.map(
      ({ seq }) =>
        `INSERT INTO sqlite_sequence (name, seq) SELECT '${name}', ${seq} WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '${name}')`,
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Without those that are calculated. */
async function storedColumns(db: Kysely<never>, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_xinfo(${table}) where hidden = 0`.execute(
    db,
  );
  return rows.map((column) => `"${column.name}"`).join(', ');
}
