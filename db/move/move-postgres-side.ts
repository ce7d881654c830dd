import { sql, type Transaction } from 'kysely';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { Queryable, Tables } from '../tables.ts';
import { type MovedTable, ROWS_AT_ONCE, type Side, type Value } from './moved-tables.ts';

type Transacted = Transaction<Tables>;

/** The PostgreSQL side of a move. */
export function openServerSide(tx: Transacted): Side {
  return {
    async *read({ name, columns, key }) {
      // A name of its own, because a prepared statement keeps the columns of its first result.
      const cursor = sql.id(`every row of ${name}`);
      const names = columns.map((column) => column.name);
      await sql`declare ${cursor} no scroll cursor for
        select ${references(names)} from ${sourceOf(name)} order by ${references(key)}`.execute(tx);
      for (;;) {
        const fetched = sql<Record<string, Value>>`fetch forward ${sql.lit(ROWS_AT_ONCE)} from ${cursor}`;
        const { rows } = await fetched.execute(tx);
        if (rows.length === 0) break;
        yield rows.map((row) => names.map((column) => row[column] ?? null));
      }
      await sql`close ${cursor}`.execute(tx);
    },
    async write({ name, columns }, rows) {
      const kept = columns
        .map((column, place) => ({ ...column, place }))
        .filter((column) => isStored(name, column.name));
      const arrays = kept.map(({ type, place }) => sql`${rows.map((row) => row[place])}::${sql.raw(type)}[]`);
      const names = references(kept.map((column) => column.name));
      await sql`insert into ${targetOf(name)} (${names}) select * from unnest(${sql.join(arrays)})`.execute(tx);
    },
    async select(statement) {
      const { rows } = await sql.raw<Record<string, Value>>(statement).execute(tx);
      return rows.map((row) => Object.values(row));
    },
  };
}

/** A connection of the shop may neither wait long for an answer, nor between two statements. */
export async function allowLongStatements(tx: Transacted): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

/** Writes what triggers would write, too, builds the indexes once all rows are there, and numbers on from them. */
export async function fillEmptyServer<Result>(
  tx: Transacted,
  tables: MovedTable[],
  fill: () => Promise<Result>,
): Promise<Result> {
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
  // The locks also keep a store that opens meanwhile from filling it.
  for (const { name } of tables) await sql`alter table ${targetOf(name)} disable trigger user`.execute(tx);
  await assertEmpty(
    tx,
    tables.map(({ name }) => name),
  );
  for (const name of FILLED_BY_MIGRATIONS) await sql`delete from ${targetOf(name)}`.execute(tx);
  const indexes = await dropIndexes(tx, tables);
  const result = await fill();
  for (const definition of indexes) await sql.raw(definition).execute(tx);
  await numberOn(tx, tables);
  for (const { name } of tables) await sql`alter table ${targetOf(name)} enable trigger user`.execute(tx);
  for (const { name } of tables) await sql`analyze ${targetOf(name)}`.execute(tx);
  return result;
}

export function assertNoStore(db: Queryable): Promise<void> {
  return assertEmpty(db, ['products', 'users']);
}

async function assertEmpty(db: Queryable, tables: string[]): Promise<void> {
  for (const name of tables.filter((table) => !FILLED_BY_MIGRATIONS.includes(table))) {
    const { rows } = await sql`select 1 from ${targetOf(name)} limit 1`.execute(db);
    if (rows.length > 0) throw settingsError(NOT_EMPTY);
  }
}

const NOT_EMPTY =
  'O banco de dados PostgreSQL já tem uma loja, e nada foi gravado nele. Use um banco de dados vazio, como um novo de createdb.';

const FILLED_BY_MIGRATIONS = ['categories', 'mailKinds', 'schemaFloor', 'tallies'];

/** They are views there, whose rows are kept in a table and in the changes since. */
const TOTALS = new Map([
  ['tallies', 'tallyTotals'],
  ['salesByHour', 'salesByHourTotals'],
]);
const FIGURES = ['keysAvailable', 'buyersWaiting'];

const targetOf = (name: string) => sql.table(TOTALS.get(name) ?? name);
const isStored = (table: string, column: string) => table !== 'products' || !FIGURES.includes(column);
const sourceOf = (name: string) =>
  name === 'products' ? sql`products join "productFigures" using (id)` : sql.table(name);

const references = (names: string[]) => sql.join(names.map((name) => sql.id(name)));

/** Returns the definitions of those that hold up no constraint. */
async function dropIndexes(tx: Transacted, tables: MovedTable[]): Promise<string[]> {
  const names = tables.map(({ name }) => name);
  const { rows } = await sql<{ name: string; definition: string }>`
    select pg_class.relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_class as owner on owner.oid = indrelid
    where owner.relname = any(${names}) and owner.relnamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_constraint where conindid = indexrelid)
    order by 1`.execute(tx);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(tx);
  return rows.map(({ definition }) => definition);
}

async function numberOn(tx: Transacted, tables: MovedTable[]): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; start: string }>`
    select table_name as table, column_name as column, identity_start as start from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES' and table_name = any(${tables.map(({ name }) => name)})`.execute(
    tx,
  );
  for (const { table, column, start } of rows) {
    const next = Math.max(Number(start), await nextOf(tx, table, column));
    // The transaction undoes this, and would not undo setval.
    await sql`alter table ${sql.table(table)} alter column ${sql.id(column)} restart with ${sql.lit(next)}`.execute(tx);
  }
  await sql`update "auditCounter" set last = ${(await nextOf(tx, 'audit', 'id')) - 1}`.execute(tx);
}

async function nextOf(tx: Transacted, table: string, column: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(${sql.id(column)}), 0) + 1 as next from ${sql.table(table)}`.execute(tx);
  return rows[0]?.next ?? 1;
}
