import type { SqliteHandle } from '../tables.ts';
import { type MovedTable, ROWS_AT_ONCE, type Row, type Side } from './moved-tables.ts';

/** The SQLite side of a move; the caller keeps everybody else away. */
export function openFileSide(sqlite: SqliteHandle): Side {
  return {
    async *read({ name, columns, key }) {
      const statement = `SELECT ${quoted(columns.map((column) => column.name))} FROM "${name}" ORDER BY ${quoted(key)}`;
      let batch: Row[] = [];
      for (const row of sqlite.prepare<[], Row>(statement).raw().iterate()) {
        batch.push(row);
        if (batch.length < ROWS_AT_ONCE) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    },
    async write({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ');
      const names = quoted(columns.map((column) => column.name));
      const insert = sqlite.prepare<Row>(`INSERT INTO "${name}" (${names}) VALUES (${places})`);
      for (const row of rows) insert.run(...row);
    },
    async select(statement) {
      return sqlite.prepare<[], Row>(statement).raw().all();
    },
  };
}

/** Nobody may have opened the file yet; `fill` writes what triggers would write, too. */
export async function fillEmptyFile<Result>(
  sqlite: SqliteHandle,
  tables: MovedTable[],
  fill: () => Promise<Result>,
): Promise<Result> {
  sqlite.exec('BEGIN');
  const triggers = sqlite.prepare<[], { name: string; sql: string }>(TRIGGERS).all();
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER "${name}"`);
  for (const { name } of tables.toReversed()) sqlite.exec(`DELETE FROM "${name}"`);
  const result = await fill();
  for (const index of sqlite.prepare<[], string>(SEARCHES).pluck().all()) {
    sqlite.exec(`INSERT INTO "${index}" ("${index}") VALUES ('rebuild')`);
  }
  for (const { sql } of triggers) sqlite.exec(sql);
  sqlite.exec('COMMIT');
  return result;
}

const TRIGGERS = `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid`;
const SEARCHES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'`;

function quoted(names: string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
