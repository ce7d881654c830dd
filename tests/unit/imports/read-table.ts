import { startHabits } from '#src/domain/imports/cells.ts';
import { decodeFile, findEncoding } from '#src/domain/imports/decode-file.ts';
import { readRecords, type TableRecord } from '#src/domain/imports/read-records.ts';
import { type ReadSale, type ReadTable, startSales } from '#src/domain/imports/read-sales.ts';
import { factsOfSource, type ImportSource, recognizeHeaders } from '#src/wire/imports/sources.ts';

const NOW = new Date('2026-11-24T12:00:00Z');

type Table = ReadTable & { sales: ReadSale[]; source: ImportSource };

/** As an upload is read, without a database. */
export async function readTable(file: string | Uint8Array, now = NOW): Promise<Table> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const encoding = await findEncoding(inPieces(bytes));
  const records: TableRecord[] = [];
  for await (const record of readRecords(decodeFile(inPieces(bytes), encoding))) records.push(record);
  const [header, ...lines] = records;
  const cells = header?.problem === undefined ? (header?.cells ?? []) : [];
  const { source, columns } = recognizeHeaders(cells);
  const habits = startHabits(factsOfSource(source));
  for (const { problem, ...line } of lines) {
    if (problem !== undefined || !('cells' in line)) continue;
    habits.note(line.cells[columns.amount ?? -1] ?? '', line.cells[columns.paidAt ?? -1] ?? '');
  }
  const reading = startSales({
    source,
    columns,
    habits: habits.result(),
    now,
    fingerprint: (text) => `sem:${text}`,
  });
  for (const line of lines) reading.take(line);
  const { sales, ...table } = reading.end();
  return { source, sales: [...sales], ...table };
}

/** Pieces of a network end anywhere, within a character too. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}
