import {
  countImportProblems,
  deleteLines,
  deleteReadSales,
  listImportProblems,
} from '#db/queries/imports/import-lines.ts';
import { hasAnyImportedSale } from '#db/queries/imports/imported-sales.ts';
import { changeImport, deleteImport, findImport, listImports } from '#db/queries/imports/imports.ts';
import type { ImportRow } from '#db/tables/imports.ts';
import { IMPORT_TEXTS, type ImportCounts, type PastImport, type StoreImport } from '#src/wire/imports/imports.ts';
import { IMPORT_PROBLEMS, type ImportProblemField, nameOfField } from '#src/wire/imports/problems.ts';
import { factsOfSource } from '#src/wire/imports/sources.ts';
import { inBatches, type TableExport } from '../lists/exports.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Wakes the job that brings sales in and takes them out. */
export const IMPORTS = 'imports';

export async function showImport(shop: Pick<Shop, 'db'>, id: string): Promise<StoreImport> {
  const row = await findOrRefuse(shop, id);
  const [problems, problemCount] = await Promise.all([
    listImportProblems(shop.db, id, 0, SHOWN_PROBLEMS),
    countImportProblems(shop.db, id),
  ]);
  const counts: ImportCounts = JSON.parse(row.counts);
  return {
    id,
    source: row.source,
    sourceName: factsOfSource(row.source).name,
    fileName: row.fileName,
    fileBytes: row.fileBytes,
    encoding: row.encoding,
    delimiter: row.delimiter,
    state: row.state === 'reading' ? 'checked' : row.state,
    header: JSON.parse(row.header),
    columns: JSON.parse(row.columns),
    counts,
    products: JSON.parse(row.products),
    rates: Object.entries<string | null>(JSON.parse(row.rates)).map(([currency, rate]) => ({ currency, rate })),
    problemCount,
    problems: problems.map(toProblemDto),
    progress: { done: Math.min(row.position, counts.sales), total: counts.sales },
    kept: row.kept,
    isAnnounced: row.announces === 1,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  };
}

/** For a page, whose address may be old. */
export async function findShownImport(shop: Pick<Shop, 'db'>, id: string): Promise<StoreImport | null> {
  return (await findImport(shop.db, id)) ? showImport(shop, id) : null;
}

export async function listPastImports({ db }: Pick<Shop, 'db'>): Promise<PastImport[]> {
  const rows = await listImports(db, SHOWN_IMPORTS);
  return rows.map(({ id, source, fileName, state, counts, createdAt }) => {
    const { sales, imported }: ImportCounts = JSON.parse(counts);
    return {
      id,
      sourceName: factsOfSource(source).name,
      fileName,
      state: state === 'reading' ? 'checked' : state,
      sales: state === 'done' || state === 'undone' ? imported : sales,
      createdAt,
    };
  });
}

/** Forgets a file that was not imported. */
export async function dropImport(shop: Shop, id: string): Promise<void> {
  await findOrRefuse(shop, id);
  if (!(await changeImport(shop.db, id, ['checked', 'reading'], { state: 'reading' }))) throw wrongState();
  await deleteReadSales(shop.db, id);
  await deleteLines(shop.db, id);
  await deleteImport(shop.db, id);
}

export async function exportProblems(shop: Shop, id: string): Promise<TableExport> {
  await findOrRefuse(shop, id);
  return {
    name: 'linhas-com-problema',
    header: ['Linha', 'Campo', 'No arquivo', 'Motivo e o que fazer'],
    batches: inBatches(
      BATCH,
      (last: { line: number } | undefined) => listImportProblems(shop.db, id, last?.line ?? 0, BATCH),
      (row) => {
        const { line, field, value, reason } = toProblemDto(row);
        return [String(line), field, value, reason];
      },
    ),
  };
}

export function hasImportedSales({ db }: Pick<Shop, 'db'>): Promise<boolean> {
  return hasAnyImportedSale(db);
}

export async function findOrRefuse({ db }: Pick<Shop, 'db'>, id: string): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw notFound(IMPORT_TEXTS.unknown);
  return row;
}

export function wrongState() {
  return conflict('state_changed', IMPORT_TEXTS.wrongState);
}

const SHOWN_PROBLEMS = 200;
const SHOWN_IMPORTS = 50;
const BATCH = 500;
function toProblemDto({
  line,
  field,
  value,
  reason,
}: {
  line: number;
  field: string;
  value: string;
  reason: keyof typeof IMPORT_PROBLEMS;
}) {
  return { line, field: nameOfField(field as ImportProblemField), value, reason: IMPORT_PROBLEMS[reason] };
}
