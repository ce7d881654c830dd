import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { errorCode } from '#src/wire/error-code.ts';
import type { Database, Queryable, Tables } from './tables.ts';

/** Runs again what a deadlock undid or a lock kept waiting for too long, so `run` may change nothing but the database. */
export async function inTransaction<Result>(
  db: Database,
  run: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (repeats === MOST_REPEATS || !UNDONE_BY_OTHERS.has(errorCode(error))) throw error;
    }
    await wait(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
  }
}

/** For transactions that look before they insert: those of one name follow each other. Comes first in the transaction. */
export async function oneAtATime(tx: Queryable, name: string): Promise<void> {
  if (hasOneWriter(tx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Waits until no other transaction holds the row, so that the next statement sees what they left. */
export async function lockRow(tx: Queryable, table: 'coupons' | 'products' | 'users', id: string): Promise<void> {
  if (hasOneWriter(tx)) return;
  await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(tx);
}

/** Where all transactions follow each other anyway. */
function hasOneWriter(tx: Queryable): boolean {
  return 'hasOneWriter' in tx.getExecutor().adapter;
}

/** PostgreSQL: a failed serialization, a deadlock, and a lock that was not had in time. */
const UNDONE_BY_OTHERS = new Set(['40001', '40P01', '55P03']);
const MOST_REPEATS = 4;
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 80;
