import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { type OpenDatabase, openSqlite } from '../client.ts';
import { migrate, newestMigration } from '../migrate.ts';
import type { Database, Queryable, SqliteHandle } from '../tables.ts';
import { readAsOfOneMoment } from '../transactions.ts';
import { findAccountingError } from './accounting-check.ts';
import { allowLongStatements, assertNoStore, fillEmptyServer, openServerSide } from './move-postgres-side.ts';
import { fillEmptyFile, openFileSide } from './move-sqlite-side.ts';
import { listMovedTables, type MovedTable, type Row, type Side } from './moved-tables.ts';

export type MovedRows = { table: string; rows: number };

/** Copies a file of the newest schema into an empty PostgreSQL; throws a sentence, having written nothing, unless both hold the same. */
export async function moveToServer(
  from: SqliteHandle,
  { db }: OpenDatabase,
  beforeCommit: (tx: Queryable) => Promise<void> = async () => undefined,
): Promise<MovedRows[]> {
  await prepareServer(db);
  const tables = listMovedTables(from);
  return db.transaction().execute(async (tx) => {
    await allowLongStatements(tx);
    const [file, server] = [openFileSide(from), openServerSide(tx)];
    const sent = await fillEmptyServer(tx, tables, () => copy(tables, file, server));
    await assertSame(tables, sent, server);
    await beforeCommit(tx);
    return sent.map(({ table, rows }) => ({ table, rows }));
  });
}

/** Throws a sentence unless the server may take a store. */
export async function prepareServer(db: Database): Promise<void> {
  await migrate(db);
  await assertNoStore(db);
}

/** Copies a PostgreSQL as of one moment, also while the store runs, into a file that is not there yet. */
export async function moveToFile({ db }: OpenDatabase, path: string): Promise<MovedRows[]> {
  await assertNewestSchema(db);
  const target = openSqlite(`file:${path}`);
  try {
    await migrate(target.db);
    const tables = listMovedTables(target.sqlite);
    return await db.transaction().execute(async (tx) => {
      await readAsOfOneMoment(tx);
      await allowLongStatements(tx);
      const [server, file] = [openServerSide(tx), openFileSide(target.sqlite)];
      return fillEmptyFile(target.sqlite, tables, async () => {
        const sent = await copy(tables, server, file);
        await assertSame(tables, sent, file);
        return sent.map(({ table, rows }) => ({ table, rows }));
      });
    });
  } finally {
    await target.close();
    await rm(`${path}.lock`, { force: true });
  }
}

/** Throws a sentence where another version of the store has the database, or none. */
export async function assertNewestSchema(db: Database): Promise<void> {
  const known = sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`;
  if (!(await known.execute(db)).rows[0]?.name) throw settingsError('Não há uma loja neste banco de dados PostgreSQL.');
  const newest = sql<{ name: string }>`select max(name) as name from kysely_migration`;
  const [found] = (await newest.execute(db)).rows;
  if (found?.name !== newestMigration()) throw settingsError(otherSchema(found?.name ?? ''));
}

const otherSchema = (schema: string) =>
  `O banco de dados está no esquema ${schema}, e este comando trabalha com ${newestMigration()}. Use a versão que a loja usa.`;

type Sent = MovedRows & { digest: string };

async function copy(tables: MovedTable[], from: Side, to: Side): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const table of tables) {
    sent.push(
      await digest(table, from, async (rows) => {
        assertNoNul(table, rows);
        if (rows.length > 0) await to.write(table, rows);
      }),
    );
  }
  return sent;
}

async function assertSame(tables: MovedTable[], sent: Sent[], side: Side): Promise<void> {
  for (const table of tables) {
    const expected = sent.find((one) => one.table === table.name);
    const arrived = await digest(table, side, async () => undefined);
    if (arrived.rows !== expected?.rows) throw settingsError(differs(table, `${arrived.rows} linhas`));
    if (arrived.digest !== expected.digest) throw settingsError(differs(table, 'com outro conteúdo'));
  }
  const odd = await findAccountingError(side);
  if (odd) throw settingsError(`Os totais da loja não batem com as vendas dela (${odd}). ${NOTHING}`);
}

async function digest(table: MovedTable, side: Side, take: (rows: Row[]) => Promise<void>): Promise<Sent> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of side.read(table)) {
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
    count += rows.length;
    await take(rows);
  }
  return { table: table.name, rows: count, digest: hash.digest('hex') };
}

const NOTHING = 'Nada foi gravado.';
const differs = ({ name }: MovedTable, how: string) => `A cópia da tabela ${name} chegou ${how}. ${NOTHING}`;

/** PostgreSQL keeps no text with a NUL. */
function assertNoNul({ name, columns, key }: MovedTable, rows: Row[]): void {
  for (const row of rows) {
    const at = row.findIndex((value) => typeof value === 'string' && value.includes('\0'));
    if (at < 0) continue;
    const id = columns.flatMap((column, place) => (key.includes(column.name) ? [row[place]] : [])).join(', ');
    throw settingsError(
      `O texto ${columns[at]?.name} de ${name}, na linha ${id}, tem um caractere nulo, que o PostgreSQL não guarda. ` +
        `Corrija esse texto e mova a loja de novo. ${NOTHING}`,
    );
  }
}
