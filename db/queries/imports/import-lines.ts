import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { isSqlite } from '../../engine.ts';
import { insertRows } from '../../prepared.ts';
import { countRows, deletesAny } from '../../results.ts';
import type { ImportLineRow, ImportProblemRow, ImportSaleRow } from '../../tables/imports.ts';
import type { Queryable } from '../../tables.ts';

export function insertImportLines(tx: Queryable, lines: ImportLineRow[]): Promise<void> {
  return insertRows(tx, 'importLines', lines);
}

export function listImportLines(db: Queryable, importId: string, after: number, limit: number) {
  return db
    .selectFrom('importLines')
    .select(['line', 'cells', 'problem'])
    .where('importId', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** The rows whose line is still there: another goes when its buyer is erased, who then waits for this transaction. */
export async function onKeptLines<Row extends { line: number }>(
  tx: Queryable,
  importId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const found = await tx
    .selectFrom('importLines')
    .select('line')
    .where('importId', '=', importId)
    .where(
      'line',
      'in',
      rows.map(({ line }) => line),
    )
    .$if(!isSqlite(tx), (lines) => lines.forShare())
    .execute();
  const kept = new Set(found.map(({ line }) => line));
  return rows.filter(({ line }) => kept.has(line));
}

export function insertImportSales(tx: Queryable, sales: ImportSaleRow[]): Promise<void> {
  return insertRows(tx, 'importSales', sales);
}

export function listImportSales(
  db: Queryable,
  importId: string,
  after: number,
  limit: number,
): Promise<Pick<ImportSaleRow, 'position' | 'sale'>[]> {
  return db
    .selectFrom('importSales')
    .select(['position', 'sale'])
    .where('importId', '=', importId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** How many come after the one position, up to and with the last. */
export function countImportSales(
  db: Queryable,
  importId: string,
  { after, last }: { after: number; last: number },
): Promise<number> {
  return db
    .selectFrom('importSales')
    .where('importId', '=', importId)
    .where('position', '>', after)
    .where('position', '<=', last)
    .$call(countRows);
}

/** A line is told once. */
export async function insertImportProblems(db: Queryable, problems: ImportProblemRow[]): Promise<void> {
  if (problems.length === 0) return;
  await db
    .insertInto('importProblems')
    .values(problems)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function listImportProblems(
  db: Queryable,
  importId: string,
  after: number,
  limit: number,
): Promise<ImportProblemRow[]> {
  return db
    .selectFrom('importProblems')
    .selectAll()
    .where('importId', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();
}

export function countImportProblems(db: Queryable, importId: string): Promise<number> {
  return db.selectFrom('importProblems').where('importId', '=', importId).$call(countRows);
}

export function deleteReadSales(db: Queryable, importId: string): Promise<void> {
  return inTurns(() => deleteSomeReadSales(db, importId));
}

/** Returns whether any were left. */
export function deleteSomeReadSales(db: Queryable, importId: string): Promise<boolean> {
  const next = db
    .selectFrom('importSales')
    .select('position')
    .where('importId', '=', importId)
    .orderBy('position')
    .limit(AT_ONCE);
  return deletesAny(db.deleteFrom('importSales').where('importId', '=', importId).where('position', 'in', next));
}

export async function deleteProblems(db: Queryable, importId: string): Promise<void> {
  await db.deleteFrom('importProblems').where('importId', '=', importId).execute();
}

export function deleteLines(db: Queryable, importId: string): Promise<void> {
  return inTurns(() => deleteSomeLines(db, importId));
}

/** Returns whether any were left. */
export function deleteSomeLines(db: Queryable, importId: string): Promise<boolean> {
  const next = db
    .selectFrom('importLines')
    .select('line')
    .where('importId', '=', importId)
    .orderBy('line')
    .limit(AT_ONCE);
  return deletesAny(db.deleteFrom('importLines').where('importId', '=', importId).where('line', 'in', next));
}

/** Whoever reads the shop goes on between two statements. */
const AT_ONCE = 500;

async function inTurns(deleteSome: () => Promise<boolean>): Promise<void> {
  while (await deleteSome()) await nextTurn();
}

export async function deleteProblemsEndedBefore(db: Queryable, moment: string): Promise<void> {
  await db
    .deleteFrom('importProblems')
    .where('importId', 'in', (row) =>
      row.selectFrom('imports').select('id').where('endedAt', 'is not', null).where('endedAt', '<', moment),
    )
    .execute();
}

/** Nothing of a person who was erased comes in later, nor what was wrong in the lines that name them. */
export async function eraseFromImports(db: Queryable, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    const named = `%${email.replace(/[\\%_]/g, '\\$&')}%`;
    const isNamed = (text: 'cells' | 'value') => sql<boolean>`lower(${sql.ref(text)}) like ${named} escape '\\'`;
    await db
      .deleteFrom('importProblems')
      .where((row) =>
        row.or([
          isNamed('value'),
          row.exists(
            row
              .selectFrom('importLines')
              .select('importLines.line')
              .whereRef('importLines.importId', '=', 'importProblems.importId')
              .whereRef('importLines.line', '=', 'importProblems.line')
              .where(isNamed('cells')),
          ),
        ]),
      )
      .execute();
    await db.deleteFrom('importLines').where(isNamed('cells')).execute();
  }
  // Whoever reads their lines at this moment writes what they say first.
  await db.deleteFrom('importSales').where('email', 'in', emails).execute();
}
