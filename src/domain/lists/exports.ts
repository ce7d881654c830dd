import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export type TableExport = {
  name: string;
  header: string[];
  batches: AsyncIterable<string[][]>;
};

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
