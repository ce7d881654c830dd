import type { SqliteHandle } from '../tables.ts';

export type Value = string | number | null;
export type Row = Value[];

/** A table as SQLite has it; generated columns, the search's own tables and the history of migrations are made anew on each side. */
export type MovedTable = { name: string; columns: Column[]; key: string[] };
type Column = { name: string; type: 'bigint' | 'text' };

/** A store's database inside one transaction. */
export type Side = {
  /** The rows come in the order of the table's key, some thousand at a time. */
  read(table: MovedTable): AsyncIterable<Row[]>;
  write(table: MovedTable, rows: Row[]): Promise<void>;
  select(statement: string): Promise<Row[]>;
};

export const ROWS_AT_ONCE = 2_000;

/** Parents come before what refers to them, and rows before the words that are taken from them. */
export function listMovedTables(sqlite: SqliteHandle): MovedTable[] {
  const names = sqlite.prepare<[], string>(TABLES).pluck().all();
  const ordered: MovedTable[] = [];
  const isPlaced = (name: string) => ordered.some((table) => table.name === name);
  for (const waiting = new Set(names); waiting.size > 0; ) {
    const next = [...waiting].find((name) => parentsOf(sqlite, name).every(isPlaced));
    if (next === undefined) throw new Error(`The tables ${[...waiting].join(', ')} refer to each other.`);
    waiting.delete(next);
    ordered.push(describe(sqlite, next));
  }
  return ordered;
}

const TABLES = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name NOT LIKE 'kysely~_%' ESCAPE '~'
  ORDER BY name LIKE '%Words', name`;
const PARENTS = 'SELECT DISTINCT "table" FROM pragma_foreign_key_list(?) WHERE "table" <> ?';
const COLUMNS = 'SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden = 0';

function parentsOf(sqlite: SqliteHandle, name: string): string[] {
  return sqlite.prepare<[string, string], string>(PARENTS).pluck().all(name, name);
}

function describe(sqlite: SqliteHandle, name: string): MovedTable {
  const columns = sqlite.prepare<[string], { name: string; type: string; pk: number }>(COLUMNS).all(name);
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type === 'INTEGER' ? 'bigint' : 'text' })),
    key: key.map((column) => column.name),
  };
}
