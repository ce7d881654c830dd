import { setImmediate } from 'node:timers';
import { CompiledQuery, type QueryResult, type SqliteDatabase } from 'kysely';

/** The connection, which knows whether SQLite has undone a transaction by itself, as it does on a full disk. */
export type Connection = SqliteDatabase & { readonly inTransaction: boolean };

/** One transaction of the database that several callers share, each of whom can be undone without the others. */
export type CommitGroup = {
  /** Resolves once all is kept, and throws where none of it is. */
  readonly kept: Promise<void>;
  run<Row>(query: CompiledQuery): QueryResult<Row>;
  /** What one caller writes from here on stands or falls together. */
  beginMember(): void;
  keepMember(): void;
  undoMember(): void;
  commit(): void;
};

/**
 * Begins what all share that is written within one turn of the event loop: they wait for the disk once. `end` is called at
 * the end of that turn. The write lock is taken at once: one taken at the first write would fail where it should wait.
 */
export function openCommitGroup(connection: Connection, end: () => void): CommitGroup {
  run(connection, BEGIN);
  setImmediate(end);
  const { promise: kept, resolve, reject } = Promise.withResolvers<void>();
  // A group whose members have all been told of something else has nobody to tell.
  kept.catch(() => undefined);
  let failure: unknown = null;

  const runInside = <Row>(query: CompiledQuery): QueryResult<Row> => {
    if (!connection.inTransaction) failure ??= undoneBySqlite();
    if (failure) throw failure;
    try {
      return run<Row>(connection, query);
    } catch (error) {
      // Nothing of the group is left: what comes now would be written by itself.
      if (!connection.inTransaction) failure = error;
      throw error;
    }
  };

  return {
    kept,
    run: runInside,
    beginMember: () => void runInside(SAVEPOINT),
    keepMember: () => void runInside(RELEASE),
    undoMember() {
      if (failure) return;
      runInside(ROLLBACK_TO);
      runInside(RELEASE);
    },
    commit() {
      try {
        runInside(COMMIT);
        resolve();
      } catch (error) {
        reject(error);
        if (connection.inTransaction) run(connection, ROLLBACK);
      }
    },
  };
}

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const SAVEPOINT = CompiledQuery.raw('savepoint member');
const ROLLBACK_TO = CompiledQuery.raw('rollback to member');
const RELEASE = CompiledQuery.raw('release member');

/** On a full disk SQLite undoes all at once, also where Lucia's adapter was the one to meet it. */
function undoneBySqlite(): Error {
  return Object.assign(new Error('SQLite has undone the transaction'), { code: 'SQLITE_FULL' });
}

export function run<Row>(connection: Connection, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = connection.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
}
