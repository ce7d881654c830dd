/** A table that leaves the house as a file, row by row and never as a whole in memory. */
export type TableExport = {
  /** The file's name, without its ending. */
  name: string;
  header: string[];
  /** Each batch is one statement of the database: between two of them, others have their turn. */
  batches: AsyncIterable<string[][]>;
};

/**
 * Reads a list in batches. `read` is given the last row of the batch before, undefined for the first, and answers what comes
 * after it; an answer shorter than `size` is the last.
 */
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
    await nextTurn();
  }
}

/** Lets others go first: a database that answers at once would otherwise keep the process to itself. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
