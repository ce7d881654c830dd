import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import type { CompiledQuery } from 'kysely';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { ThreadAnswer, ThreadData } from './bulk-driver.ts';
import { rememberStatements, run, undoneBySqlite } from './statements.ts';

// The program of a thread: one statement after the other, each answered.
const { file, pragmas }: ThreadData = workerData;
const sqlite = new BetterSqlite3(file, { fileMustExist: true });
for (const pragma of pragmas) sqlite.pragma(pragma);
const connection = rememberStatements(sqlite);

parentPort?.on('message', (query: Pick<CompiledQuery, 'sql' | 'parameters'>) => {
  parentPort?.postMessage(answer(query));
});

function answer(query: Pick<CompiledQuery, 'sql' | 'parameters'>): ThreadAnswer {
  try {
    if (sqlite.inTransaction || OUTSIDE.test(query.sql)) return { result: run(connection, query) };
    // SQLite may have rolled the transaction back by itself, as it does on a full disk.
    if (query.sql === 'rollback') return { result: { rows: [] } };
    throw undoneBySqlite();
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error), code: errorCode(error) };
  }
}

const OUTSIDE = /^(?:begin|pragma) /;
