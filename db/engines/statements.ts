import type { CompiledQuery, QueryResult, SqliteDatabase } from 'kysely';
import type { SqliteHandle } from '../tables.ts';

/** The handle, which prepares a statement once. */
export function rememberStatements(sqlite: SqliteHandle) {
  const statements = new Map<string, ReturnType<SqliteHandle['prepare']>>();
  return {
    close: () => sqlite.close(),
    get inTransaction() {
      return sqlite.inTransaction;
    },
    prepare(sql: string) {
      const known = statements.get(sql);
      if (known && !known.busy) return known;
      const statement = sqlite.prepare(sql);
      if (sql.length >= LONGEST_TEXT || /^pragma/i.test(sql)) return statement;
      // A first start sends hundreds that never come again.
      const [oldest] = statements.size === MAXIMUM_STATEMENTS ? statements.keys() : [];
      if (oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    },
  };
}

const MAXIMUM_STATEMENTS = 500;
const LONGEST_TEXT = 4_000;

/** The same statement for many rows of values. */
export function forEachRow(query: CompiledQuery, rows: readonly (readonly unknown[])[]): CompiledQuery {
  return { ...query, parameters: rows };
}

export function run<Row>(
  connection: SqliteDatabase,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): QueryResult<Row> {
  const statement = connection.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  // No value is a list.
  const rows = Array.isArray(parameters[0]) ? (parameters as readonly unknown[][]) : [parameters];
  const results = rows.map((values) => statement.run(values));
  return {
    rows: [],
    insertId: BigInt(results.at(-1)?.lastInsertRowid ?? 0),
    numAffectedRows: results.reduce((sum, { changes }) => sum + BigInt(changes), 0n),
  };
}

export function undoneBySqlite(): Error {
  return Object.assign(new Error('SQLite has undone the transaction'), { code: 'SQLITE_FULL' });
}
