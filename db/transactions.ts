import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSqlite } from './engine.ts';
import { shareTrailKey } from './queries/audit/seals.ts';
import type { Database, Queryable, Tables } from './tables.ts';

/**
 * Repeats what others undid or what their rows forbade, so `run` may change nothing but the database; what shall follow goes
 * to `afterCommit`. Inside a transaction it joins that one.
 */
export async function inTransaction<Result>(
  db: Queryable,
  run: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (isTransaction(db)) return run(db);
  return repeatUndone(db, async () => {
    const effects: Effects = new Map();
    const result = await db.transaction().execute(async (tx) => {
      const lastWrites: LastWrite[] = [];
      const done = await run(shareTrailKey(Object.assign(tx, { [EFFECTS]: effects, [LAST_WRITES]: lastWrites }), db));
      for (const write of lastWrites) await write();
      return done;
    });
    for (const effect of effects.values()) effect();
    return result;
  });
}

/**
 * `inTransaction` for much at once. Where the engine computes in this process, a thread does it, so that whoever reads the shop
 * goes on meanwhile; whoever writes waits for the end.
 */
export function inBulk<Result>(
  db: Database & { [BULK]?: Database },
  run: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db[BULK] ?? db, run);
}

/**
 * The handle for the reads with which a transaction of `inBulk` begins. While the thread has its turn nobody else writes, so the
 * store's own handle reads the same, and spares the way to the thread and back.
 */
export function firstReadsOf(tx: Queryable, db: Database & { [BULK]?: Database }): Queryable {
  return db[BULK] ? db : tx;
}

export function addBulkWriter(db: Database & { [BULK]?: Database }, bulk: Database): void {
  db[BULK] = countRepeatsWith(shareTrailKey(bulk, db), db);
}

/** It lies on the handle, which the store's and Astro's copy of this module share. */
const BULK: unique symbol = Symbol.for('handle for much at once');

/**
 * For statements of a transaction of which none needs another's answer: SQLite's thread has all of them at once, and answers in
 * their order. PostgreSQL gets one after the other.
 */
export async function sendTogether<const Asks extends readonly (() => Promise<unknown>)[]>(
  tx: Queryable,
  ...asks: Asks
): Promise<AnswersTo<Asks>> {
  if (isSqlite(tx)) return Promise.all(asks.map((ask) => ask())) as Promise<AnswersTo<Asks>>;
  const answers: unknown[] = [];
  for (const ask of asks) answers.push(await ask());
  return answers as AnswersTo<Asks>;
}

type AnswersTo<Asks extends readonly (() => Promise<unknown>)[]> = {
  -readonly [At in keyof Asks]: Awaited<ReturnType<Asks[At]>>;
};

/** For what is one statement on PostgreSQL, all or nothing by itself, and several on SQLite. */
export function inOneStatement<Result>(db: Queryable, run: (db: Queryable) => Promise<Result>): Promise<Result> {
  return isSqlite(db) || isTransaction(db) ? inTransaction(db, run) : repeatUndone(db, () => run(db));
}

async function repeatUndone<Result>(db: Queryable, run: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await run();
    } catch (error) {
      const code = errorCode(error);
      if (repeats === MOST_REPEATS || !UNDONE_BY_OTHERS.has(code)) throw error;
      repeatsOf(db).set(code, (repeatsOf(db).get(code) ?? 0) + 1);
    }
    await wait(SHORTEST_PAUSE_MS + Math.random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
  }
}

/**
 * `write` follows all that the transaction writes: for a row that everybody wants, so that whoever has it waits for nobody
 * any more, and holds it shortly. `tx` was begun by `inTransaction`.
 */
export function writeLast(tx: Transaction<Tables> & { [LAST_WRITES]?: LastWrite[] }, write: LastWrite): void {
  const lastWrites = tx[LAST_WRITES];
  if (!lastWrites) throw new Error(NOT_OURS);
  lastWrites.push(write);
}

type LastWrite = () => Promise<void>;
const LAST_WRITES: unique symbol = Symbol.for('last writes of a transaction');

/**
 * `effect` runs when the transaction is committed, in the order of the first calls and once for each `name`, and never after
 * a rollback; outside a transaction it runs at once. Its failure is only logged, since the deed is done, so it may be no more
 * than a hint.
 */
export function afterCommit(tx: Queryable, name: string, effect: () => void, log: WarningLog): void {
  const guarded = () => {
    try {
      effect();
    } catch (error) {
      log.warn({ code: errorCode(error, 'unknown') }, 'what follows a commit has failed');
    }
  };
  if (!isTransaction(tx)) guarded();
  else if (!effectsOf(tx).has(name)) effectsOf(tx).set(name, guarded);
}

export type WarningLog = { warn(fields: object, message: string): void };
type Effects = Map<string, () => void>;

/** The effects of a transaction lie on its handle, since no module keeps state. */
const EFFECTS: unique symbol = Symbol.for('effects after the commit');

function effectsOf(tx: Transaction<Tables> & { [EFFECTS]?: Effects }): Effects {
  const effects = tx[EFFECTS];
  if (!effects) throw new Error(NOT_OURS);
  return effects;
}

const NOT_OURS = 'This transaction was not begun by inTransaction.';

/** They lie on the handle, which the store's and Astro's copy of this module share. */
const REPEATS: unique symbol = Symbol.for('repeats of transactions');

type Counted = { [REPEATS]?: Map<string, number> };

/** How often a transaction of this handle began again, by the code of what undid it. */
export function repeatsOf(db: Queryable & Counted): Map<string, number> {
  db[REPEATS] ??= new Map();
  return db[REPEATS];
}

export function countRepeatsWith<Handle extends Queryable>(db: Handle & Counted, other: Queryable): Handle {
  return Object.assign(db, { [REPEATS]: repeatsOf(other) });
}

export function isTransaction(db: Queryable): db is Transaction<Tables> {
  return db.isTransaction;
}

/** For a handle of its own of one file; waits for no other program, so `run` fails at once where one holds the file. */
export function betweenTransactions<Result>(db: Database, run: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`select 1`.execute(connection);
    return run();
  });
}

/** Every statement of a transaction that only reads sees the same moment; must be the first statement. */
export async function readAsOfOneMoment(tx: Queryable): Promise<void> {
  if (isSqlite(tx)) return;
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
}

/** The same for a transaction that writes what it concludes from what it reads; it is repeated where another did so first. */
export async function workAsOfOneMoment(tx: Queryable): Promise<void> {
  if (isSqlite(tx)) return;
  await sql`set transaction isolation level repeatable read`.execute(tx);
}

/** A statement that this transaction sends again, with other values, keeps its plan. */
export async function planOnce(tx: Queryable): Promise<void> {
  if (isSqlite(tx)) return;
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
}

/** Serializes transactions that read before they insert; call it before what it reads. */
export async function oneAtATime(tx: Queryable, name: string): Promise<void> {
  if (isSqlite(tx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Waits for the row, so that the next statement sees the other transaction's result. Rows that only refer to it may come
 * meanwhile: an event, a mail or a machine waits for nobody.
 */
export async function lockRow(
  tx: Queryable,
  table: 'activationKeys' | 'categories' | 'coupons' | 'customers' | 'products' | 'purchases' | 'users',
  id: string,
): Promise<void> {
  if (isSqlite(tx)) return;
  await sql`select 1 from ${sql.table(table)} where id = ${id} ${lockOf(table)}`.execute(tx);
}

/** For who holds another row already: where somebody else holds this one, the transaction begins anew. */
export async function lockRowAtOnce(tx: Queryable, table: 'purchases', id: string): Promise<void> {
  if (isSqlite(tx)) return;
  await sql`select 1 from ${sql.table(table)} where id = ${id} ${lockOf(table)} nowait`.execute(tx);
}

/** Nothing deletes a row of these for want of references, so that a new reference need not wait. */
const REFERRED_TO = ['activationKeys', 'customers', 'purchases'];

function lockOf(table: string) {
  return REFERRED_TO.includes(table) ? sql`for no key update` : sql`for update`;
}

/**
 * Waits for the customers and all their purchases. Whoever needs more than one purchase takes them by this alone, before keys,
 * so that no two such transactions can hold one that the other needs.
 */
export async function lockBuyers(tx: Queryable, customerIds: readonly string[]): Promise<void> {
  if (isSqlite(tx)) return;
  await takeTurnForPurchases(tx);
  const purchases = sql`select id from purchases where "customerId" in (${sql.join([...customerIds])})`;
  const { rows: locked } = await sql`${purchases} order by id for no key update`.execute(tx);
  for (const id of customerIds.toSorted()) await lockRow(tx, 'customers', id);
  const { rows: all } = await sql`${purchases}`.execute(tx);
  // Whoever settles an order that came meanwhile would wait for its customer, and we for the order.
  if (all.length > locked.length) throw toBeginAnew('a purchase came meanwhile');
}

/** `inTransaction` repeats from the start what fails with it, where what was read is no longer so. */
export function toBeginAnew(reason: string): Error {
  return Object.assign(new Error(reason), { code: '40001' });
}

/** Take it before the first of several purchases is locked. */
export function takeTurnForPurchases(tx: Queryable): Promise<void> {
  return oneAtATime(tx, 'several purchases');
}

/**
 * PostgreSQL: serialization failure, deadlock, lock timeout, a plan older than a migration; and a row that appeared, or that
 * one refers to and that went, after it was looked for. On SQLite a row may appear before the transaction begins.
 */
const UNDONE_BY_OTHERS = new Set([
  ...['40001', '40P01', '55P03', '0A000', '23505', '23503'],
  'SQLITE_CONSTRAINT_UNIQUE',
]);
const MOST_REPEATS = 4;
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 80;
