import {
  deleteProblems,
  deleteReadSales,
  insertImportLines,
  insertImportProblems,
  insertImportSales,
  listImportLines,
  onKeptLines,
} from '#db/queries/imports/import-lines.ts';
import { changeImport, deleteImport, insertImport, listKnownOrders } from '#db/queries/imports/imports.ts';
import type { ImportLineRow, ImportRow, ImportSaleRow } from '#db/tables/imports.ts';
import type { Queryable } from '#db/tables.ts';
import { inBulk, inTransaction } from '#db/transactions.ts';
import { type ChangeImport, IMPORT_TEXTS, MOST_PRODUCTS, type StoreImport } from '#src/wire/imports/imports.ts';
import { factsOfSource, NEEDED_FIELDS, recognizeHeaders } from '#src/wire/imports/sources.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { fingerprint, newId } from '../ids.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop, yieldWhileBusy } from '../yield-to-event-loop.ts';
import { type Habits, startHabits } from './cells.ts';
import { decodeFile, ENCODINGS, findEncoding } from './decode-file.ts';
import { suggestTargets } from './import-products.ts';
import { findOrRefuse, showImport, wrongState } from './imports.ts';
import { guessDelimiter, readRecords, type TableRecord } from './read-records.ts';
import { type ReadingPlan, type ReadTable, startSales } from './read-sales.ts';
import type { SpooledFile } from './spool.ts';
import { startTally } from './tally-sales.ts';

/** Reads a file, and writes nothing of the shop: what it says waits for `runImport`. */
export async function receiveImport(
  shop: Shop,
  actor: Actor,
  { fileName, pieces }: { fileName(): string; pieces: AsyncIterable<Uint8Array> },
): Promise<StoreImport> {
  const { id, table } = await shop.spool(pieces, (file) => keepLines(shop, actor, file, fileName()));
  try {
    await checkLines(shop, id, table);
  } catch (error) {
    await deleteImport(shop.db, id);
    throw error;
  }
  await recordChange(shop.db, shop, actor, { action: 'import.check', entityId: id });
  return showImport(shop, id);
}

/** Says what the columns of the file are, and reads it again. */
export async function changeColumns(shop: Shop, id: string, { columns }: ChangeImport): Promise<StoreImport> {
  const row = await findOrRefuse(shop, id);
  const width = (JSON.parse(row.header) as string[]).length;
  if (Object.values(columns).some((place) => place >= width)) throw refusal('invalid', 'mapping', IMPORT_TEXTS.columns);
  const change = { columns: JSON.stringify(columns), state: 'reading' } as const;
  if (!(await changeImport(shop.db, id, ['checked'], change))) throw wrongState();
  await checkLines(shop, id);
  return showImport(shop, id);
}

/** Whoever reads the shop goes on between two of these. */
const READ_AT_ONCE = 10;
const CHECKED_AT_ONCE = 50;
const WRITTEN_AT_ONCE = 200;

async function keepLines(
  shop: Shop,
  actor: Actor,
  file: SpooledFile,
  fileName: string,
): Promise<{ id: string; table: ReadTable | null }> {
  const encoding = await findEncoding(file.open());
  const [start] = await firstOf(decodeFile(file.open(), encoding));
  if (!start || NOT_TEXT.test(start)) throw refusal('wrong_type', 'wrong_type', IMPORT_TEXTS.notATable);
  const delimiter = guessDelimiter(start.split(/\r\n|\n|\r/).slice(0, 20));
  const records = readRecords(decodeFile(file.open(), encoding), delimiter);
  const [header] = await firstOf(records, false);
  if (header?.problem !== undefined || !header?.cells[1])
    throw refusal('wrong_type', 'wrong_type', IMPORT_TEXTS.notATable);
  const names = header.cells.map((cell) => cell.replace(/^\ufeff/, '').trim());
  const { source, columns } = recognizeHeaders(names);
  const id = newId();
  await insertImport(shop.db, {
    id,
    source,
    fileName: fileName.slice(0, 200) || 'vendas.csv',
    fileBytes: file.bytes,
    encoding: ENCODINGS[encoding],
    delimiter,
    header: JSON.stringify(names),
    columns: JSON.stringify(columns),
    state: 'reading',
    counts: JSON.stringify(startTally().counts(0)),
    products: '[]',
    rates: '{}',
    cursor: null,
    createdBy: actor.id,
    createdAt: shop.clock.now().toISOString(),
    startedAt: null,
    endedAt: null,
  });
  const reading = startReading(shop, { source, columns });
  try {
    const kept = await keepEach(shop, records, id, reading.take);
    if (kept === 0) throw refusal('invalid', 'invalid', IMPORT_TEXTS.noRows, { fields: { file: IMPORT_TEXTS.noRows } });
  } catch (error) {
    await deleteImport(shop.db, id);
    throw error;
  }
  return { id, table: reading.end() };
}

/** A ZIP, which a spreadsheet is, a PDF, or what no text has. */
const NOT_TEXT = /^(?:PK\u0003\u0004|%PDF|\u00d0\u00cf\u0011\u00e0|\s*<(?:!doctype|html))|\0{4}/i;

async function firstOf<Value>(values: AsyncGenerator<Value>, isAll = true): Promise<Value[]> {
  const { done, value } = await values.next();
  if (isAll) await values.return(undefined);
  return done ? [] : [value];
}

async function keepEach(
  shop: Shop,
  records: AsyncIterable<TableRecord>,
  importId: string,
  take: (record: TableRecord) => void,
): Promise<number> {
  let kept = 0;
  const written = startWriting<ImportLineRow>(shop, insertImportLines);
  for await (const record of records) {
    take(record);
    const cells = record.problem === undefined ? JSON.stringify(record.cells) : record.text;
    await written.add([{ importId, line: record.line, cells, problem: record.problem ?? null }]);
    kept += 1;
    if (kept % READ_AT_ONCE === 0) await yieldWhileBusy();
  }
  await written.end();
  return kept;
}

/** Of each batch the writing goes on while the next is read. */
function startWriting<Row>({ db }: Shop, write: (tx: Queryable, rows: Row[]) => Promise<void>) {
  let last: Promise<void> = Promise.resolve();
  let rows: Row[] = [];

  async function store(): Promise<void> {
    await last;
    const batch = rows;
    rows = [];
    if (batch.length > 0) last = inBulk(db, (tx) => write(tx, batch));
    // Told by whoever waits for it next.
    last.catch(() => undefined);
  }

  return {
    async add(more: readonly Row[]): Promise<void> {
      rows.push(...more);
      if (rows.length >= WRITTEN_AT_ONCE) await store();
    },
    async end(): Promise<void> {
      await store();
      await last;
    },
  };
}

/** The table may have been read already. */
async function checkLines(shop: Shop, id: string, known: ReadTable | null = null): Promise<void> {
  const row = await findOrRefuse(shop, id);
  await deleteReadSales(shop.db, id);
  await deleteProblems(shop.db, id);
  const table = known ?? (await readLines(shop, row));
  const tally = startTally();
  const written = startWriting<FoundSale>(shop, async (tx, found) => {
    const kept = await onKeptLines(tx, id, found);
    await insertImportSales(
      tx,
      kept.map(({ row }) => row),
    );
  });
  for (const read of batchesOf(table.sales, CHECKED_AT_ONCE)) {
    const externalIds = read.map(({ externalId }) => externalId);
    const known = new Set(await listKnownOrders(shop.db, { source: row.source, externalIds }));
    const sales = read.filter(({ externalId }) => !known.has(externalId));
    const before = tally.sales();
    const found = sales.map((sale, index) => ({
      line: sale.lines[0] ?? 0,
      row: { importId: id, position: before + index + 1, email: sale.email, sale: JSON.stringify(sale) },
    }));
    await written.add(found);
    tally.take(sales, known.size);
    await yieldWhileBusy();
  }
  await written.end();
  for (const problems of batchesOf(table.problems, WRITTEN_AT_ONCE)) {
    await inTransaction(shop.db, async (tx) => {
      const kept = await onKeptLines(tx, id, problems);
      await insertImportProblems(
        tx,
        kept.map((problem) => ({ importId: id, ...problem })),
      );
    });
    await yieldToEventLoop();
  }
  await changeImport(shop.db, id, ['reading'], {
    state: 'checked',
    counts: JSON.stringify(tally.counts(table.unpaid)),
    products: JSON.stringify(
      await suggestTargets(shop, tally.products().slice(0, MOST_PRODUCTS + 1), JSON.parse(row.products)),
    ),
    rates: JSON.stringify(tally.rates(JSON.parse(row.rates))),
  });
}

/** With the first of its lines, which names its buyer. */
type FoundSale = { line: number; row: ImportSaleRow };

function* batchesOf<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** At most twice. */
async function readLines(shop: Shop, { id, source, columns }: ImportRow): Promise<ReadTable> {
  const plan = { source, columns: JSON.parse(columns) };
  let habits: Habits | undefined;
  for (;;) {
    const reading = startReading(shop, plan, habits);
    await forEachLine(shop, id, reading.take);
    const table = reading.end();
    if (table) return table;
    habits = reading.habits();
  }
}

/** Reads as the platform usually writes, or by `habits`; `end` returns null where the file turned out to have others. */
function startReading(
  shop: Shop,
  { source, columns }: Pick<ReadingPlan, 'source' | 'columns'>,
  habits: Habits = factsOfSource(source),
) {
  const { note, result } = startHabits(factsOfSource(source));
  const sales = startSales({
    source,
    columns,
    habits,
    now: shop.clock.now(),
    fingerprint: (text) => `sem-pedido-${fingerprint(text).slice(0, 32)}`,
  });
  const isMapped = NEEDED_FIELDS.every((field) => columns[field] !== undefined);
  const cell = ({ cells }: { cells: string[] }, place = -1) => cells[place] ?? '';
  return {
    habits: result,
    take(record: TableRecord): void {
      if (!isMapped) return;
      if (record.problem === undefined) note(cell(record, columns.amount), cell(record, columns.paidAt));
      sales.take(record);
    },
    end(): ReadTable | null {
      const { decimal, dayFirst } = result();
      return decimal === habits.decimal && dayFirst === habits.dayFirst ? sales.end() : null;
    },
  };
}

async function forEachLine({ db }: Shop, id: string, take: (record: TableRecord) => void): Promise<void> {
  let after = 0;
  for (;;) {
    const lines = await listImportLines(db, id, after, READ_AT_ONCE);
    for (const { line, cells, problem } of lines) {
      take(problem === null ? { line, cells: JSON.parse(cells) } : ({ line, problem, text: cells } as TableRecord));
    }
    if (lines.length < READ_AT_ONCE) return;
    after = lines.at(-1)?.line ?? after;
    await yieldWhileBusy();
  }
}
