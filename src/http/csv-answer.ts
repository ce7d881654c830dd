import { type Options, stringify } from 'csv-stringify/sync';
import type { TableExport } from '#src/domain/exports.ts';

/**
 * A table as a CSV file for spreadsheets as they are set up in Brazil: semicolons, and UTF-8 with its mark. What a
 * spreadsheet would run as a formula becomes plain text. Sent no faster than the client takes it.
 */
export function csvAnswer({ untilTaken }: { untilTaken: () => Promise<void> }, table: TableExport): Response {
  return new Response(readTable(table, untilTaken), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${table.name}.csv"`,
      'Content-Type': 'text/csv; charset=utf-8',
    },
  });
}

const FORMAT = { delimiter: ';', escape_formulas: true } satisfies Options;

function readTable({ header, batches }: TableExport, untilTaken: () => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rows = batches[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      start(controller) {
        controller.enqueue(encoder.encode(stringify([header], { ...FORMAT, bom: true })));
      },
      async pull(controller) {
        await untilTaken();
        const { done, value } = await rows.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(stringify(value, FORMAT)));
      },
      async cancel() {
        await rows.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
