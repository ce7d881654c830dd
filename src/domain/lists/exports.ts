import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export type TableExport = {
  name: string;
  header: string[];
  batches: AsyncIterable<string[][]>;
};

/** What each column says of a row, by its title and in their order. */
export type Columns<Row> = Record<string, (row: Row) => string>;

export function writeCells<Row>(columns: Columns<Row>, row: Row): string[] {
  return Object.values(columns).map((cell) => cell(row));
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
