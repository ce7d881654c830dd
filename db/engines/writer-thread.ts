import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { ThreadAnswer, ThreadData, ThreadQuestion } from './bulk-driver.ts';
import { rememberStatements, run, undoneBySqlite } from './statements.ts';

// The program of a thread: one statement after the other, each answered.
const { file, pragmas }: ThreadData = workerData;
const sqlite = new BetterSqlite3(file, { fileMustExist: true });
for (const pragma of pragmas) sqlite.pragma(pragma);
const connection = rememberStatements(sqlite);

parentPort?.on('message', (question: ThreadQuestion) => {
  if (question !== 'end') return parentPort?.postMessage(answer(question));
  sqlite.close();
  parentPort?.close();
});

function answer(query: Exclude<ThreadQuestion, 'end'>): ThreadAnswer {
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
