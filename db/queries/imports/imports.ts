import { sql } from 'kysely';
import type { ImportSource } from '#src/wire/imports/sources.ts';
import { isSqlite } from '../../engine.ts';
import { updatesAny } from '../../results.ts';
import type { ImportRow } from '../../tables/imports.ts';
import type { Queryable } from '../../tables.ts';

export async function insertImport(
  db: Queryable,
  row: Omit<ImportRow, 'position' | 'kept' | 'announces'>,
): Promise<void> {
  await db.insertInto('imports').values(row).execute();
}

export function findImport(db: Queryable, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** One process at a time works on an import; the next goes on where it was. */
export function lockImport(tx: Queryable, id: string): Promise<ImportRow | undefined> {
  return tx
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .$if(!isSqlite(tx), (row) => row.forUpdate())
    .executeTakeFirst();
}

export function listImports(db: Queryable, limit: number): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('state', '<>', 'reading')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What a worker has to go on with: sales to bring in or to take out. */
export async function listImportsUnderWay(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where(sql<boolean>`state in ('importing', 'undoing')`)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ id }) => id);
}

export async function listImportsToAnnounce(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'done')
    .where('announces', '=', 1)
    .where('cursor', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

type Change = Partial<Omit<ImportRow, 'id' | 'createdAt' | 'createdBy'>>;

/** Returns false where it is in none of these states any more. */
export function changeImport(
  db: Queryable,
  id: string,
  from: readonly ImportRow['state'][],
  change: Change,
): Promise<boolean> {
  return db.updateTable('imports').set(change).where('id', '=', id).where('state', 'in', from).$call(updatesAny);
}

/** With what was read of it. */
export async function deleteImport(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

/** Those that nobody ran, with the lines of their files. */
export async function deleteUnusedImports(
  db: Queryable,
  { unreadBefore, uncheckedBefore }: { unreadBefore: string; uncheckedBefore: string },
): Promise<void> {
  await db
    .deleteFrom('imports')
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'reading'), row('createdAt', '<', unreadBefore)]),
        row.and([row('state', '=', 'checked'), row('createdAt', '<', uncheckedBefore)]),
      ]),
    )
    .execute();
}

export type KnownOrder = { source: ImportSource; externalIds: readonly string[] };

export async function listKnownOrders(db: Queryable, { source, externalIds }: KnownOrder): Promise<string[]> {
  const rows = await db
    .selectFrom('importedSales')
    .select('externalId')
    .where('source', '=', source)
    .where('externalId', 'in', externalIds)
    .execute();
  return rows.map(({ externalId }) => externalId);
}
