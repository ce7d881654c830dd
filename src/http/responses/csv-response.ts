import { type Options, stringify } from 'csv-stringify/sync';
import type { TableExport } from '#src/domain/lists/exports.ts';

/** Writes for spreadsheets in Brazil (semicolons, BOM), with formulas escaped, and no faster than the client reads. */
export function csvResponse({ waitForDrain }: { waitForDrain: () => Promise<void> }, table: TableExport): Response {
  return new Response(readTable(table, waitForDrain), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${table.name}.csv"`,
      'Content-Type': 'text/csv; charset=utf-8',
    },
  });
}

const FORMAT = { delimiter: ';', escape_formulas: true } satisfies Options;

function readTable({ header, batches }: TableExport, waitForDrain: () => Promise<void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rows = batches[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      start(controller) {
        controller.enqueue(encoder.encode(stringify([header], { ...FORMAT, bom: true })));
      },
      async pull(controller) {
        await waitForDrain();
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
