import { type Options, stringify } from 'csv-stringify/sync';
import type { Actor } from '#src/domain/audit/audit.ts';
import type { TableExport } from '#src/domain/lists/exports.ts';
import type { Shop } from '#src/domain/shop.ts';
import { readChosenIds } from '#src/wire/lists/chosen-rows.ts';
import {
  type Filters,
  type FilterValues,
  type ListDefinition,
  type ListRequest,
  readListRequest,
} from '#src/wire/lists/lists.ts';
import type { Media } from './media.ts';

export const CSV: Media = { mediaType: 'text/csv' };

type TableCall = { shop: Shop; user: Actor; url: URL; waitForDrain: () => Promise<void> };

/** Of the list as its address says, or of the chosen rows alone. */
export async function respondWithTable<Sort extends string, Readers extends Filters>(
  { shop, user, url: { searchParams }, waitForDrain }: TableCall,
  list: ListDefinition<Sort, Readers>,
  read: (
    shop: Shop,
    actor: Actor,
    request: ListRequest<Sort> & FilterValues<Readers>,
    chosen: string[] | null,
  ) => Promise<TableExport>,
): Promise<Response> {
  const table = await read(shop, user, readListRequest(searchParams, list), readChosenIds(searchParams));
  return csvResponse(table, waitForDrain);
}

/** Writes for spreadsheets in Brazil (semicolons, BOM), with formulas escaped, and no faster than the client reads. */
export function csvResponse(table: TableExport, waitForDrain: () => Promise<void>): Response {
  return new Response(readTable(table, waitForDrain), {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="${table.name}.csv"`,
      'Content-Type': 'text/csv; charset=utf-8',
    },
  });
}

const FORMAT = { delimiter: ';', escape_formulas: true } satisfies Options;

function readTable(table: TableExport, waitForDrain: () => Promise<void>): ReadableStream<Uint8Array> {
  const pieces = writeTable(table);
  return new ReadableStream(
    {
      async pull(controller) {
        await waitForDrain();
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

export async function* writeTable({ header, batches }: TableExport): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  yield encoder.encode(stringify([header], { ...FORMAT, bom: true }));
  for await (const rows of batches) yield encoder.encode(stringify(rows, FORMAT));
}
