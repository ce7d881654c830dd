import { setImmediate } from 'node:timers';
import { CompiledQuery, type QueryResult, type SqliteDatabase } from 'kysely';
import { run, undoneBySqlite } from './statements.ts';

/** SQLite may have rolled a transaction back by itself, as it does on a full disk. */
export type Connection = SqliteDatabase & { readonly inTransaction: boolean };

export type CommitGroup = {
  readonly kept: Promise<void>;
  run<Row>(query: CompiledQuery): QueryResult<Row>;
  beginMember(): void;
  keepMember(): void;
  undoMember(): void;
  commit(): void;
};

/** Starts with the write lock, since SQLite would fail instead of wait if it were taken at the first write. */
export function openCommitGroup(connection: Connection, end: () => void): CommitGroup {
  run(connection, BEGIN);
  afterTurns(TURNS, end);
  const { promise: kept, resolve, reject } = Promise.withResolvers<void>();
  // Members that failed earlier no longer wait for the commit.
  kept.catch(() => undefined);
  let failure: unknown = null;

  const runInside = <Row>(query: CompiledQuery): QueryResult<Row> => {
    if (!connection.inTransaction) failure ??= undoneBySqlite();
    if (failure) throw failure;
    try {
      return run<Row>(connection, query);
    } catch (error) {
      // SQLite rolled the whole group back: later statements would commit one by one.
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

/** Each turn lets more writers in; beyond this hardly any come. */
const TURNS = 6;

function afterTurns(turns: number, run: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, run) : run()));
}

const BEGIN = CompiledQuery.raw('begin immediate');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const SAVEPOINT = CompiledQuery.raw('savepoint member');
const ROLLBACK_TO = CompiledQuery.raw('rollback to member');
const RELEASE = CompiledQuery.raw('release member');
