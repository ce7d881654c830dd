import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export type TableExport = {
  name: string;
  header: string[];
  batches: AsyncIterable<string[][]>;
};

/** What each column says of a row, by its title and in their order. */
export type Columns<Row> = Record<string, (row: Row) => string>;

export function tableOf<Row>(name: string, columns: Columns<Row>, batches: AsyncIterable<Row[]>): TableExport {
  return { name, header: Object.keys(columns), batches: inCells(columns, batches) };
}

async function* inCells<Row>(columns: Columns<Row>, batches: AsyncIterable<Row[]>): AsyncGenerator<string[][]> {
  for await (const rows of batches) yield rows.map((row) => Object.values(columns).map((cell) => cell(row)));
}

/** For rows that a table shows as they were read. */
export function asRead<Row>(row: Row): Row {
  return row;
}

/** For a list that is short enough to be read at once. */
export async function* inOneBatch<Row, Written>(
  read: () => Promise<Row[]>,
  write: (row: Row) => Written,
): AsyncGenerator<Written[]> {
  yield (await read()).map(write);
}

export async function* inBatches<Row, Written>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
  write: (row: Row) => Written,
): AsyncGenerator<Written[]> {
  let last: Row | undefined;
  while (true) {
    const rows = await read(last);
    if (rows.length > 0) yield rows.map(write);
    if (rows.length < size) return;
    last = rows.at(-1);
    await yieldToEventLoop();
  }
}
