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

export function run<Row>(
  connection: SqliteDatabase,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): QueryResult<Row> {
  const statement = connection.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
}

export function undoneBySqlite(): Error {
  return Object.assign(new Error('SQLite has undone the transaction'), { code: 'SQLITE_FULL' });
}
