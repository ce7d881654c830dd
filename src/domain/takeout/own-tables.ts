import { listProductsForTable, listSoldLinesAfter, type SoldLine } from '#db/queries/takeout/takeout.ts';
import {
  OWN_PRODUCT_COLUMNS,
  OWN_SALE_COLUMNS,
  type ProductColumn,
  type SaleField,
} from '#src/wire/imports/own-columns.ts';
import { inBatches, inOneBatch, type TableExport } from '../lists/exports.ts';
import type { Shop } from '../shop.ts';
import { plainAmount } from './plain-tables.ts';

/** The shop's own table of sales, which its import reads: a line for each license, and one for what came back of an order in part. */
export function saleTable({ db }: Pick<Shop, 'db'>): TableExport {
  const batches = inBatches(
    BATCH,
    (last: SoldLine | undefined) => listSoldLinesAfter(db, last, BATCH),
    (line) => linesOf(line).map(inColumns(OWN_SALE_COLUMNS)),
  );
  return { name: 'vendas', header: OWN_SALE_COLUMNS.map(({ header }) => header), batches: flat(batches) };
}

const BATCH = 500;

type Cells<Field extends string> = Record<Field, string>;

function linesOf(line: SoldLine): Cells<SaleField>[] {
  const { number, position, status, completedAt, refundedAt, returnedAt, returnedCents } = line;
  const cells = {
    externalId: String(number),
    email: line.customerEmail ?? '',
    name: line.customerName ?? '',
    product: line.productName,
    amount: plainAmount(line.totalCents),
    paidAt: completedAt ?? '',
    refundedAt: status === 'REFUNDED' ? (refundedAt ?? returnedAt ?? 'Sim') : '',
    key: line.key ?? '',
    affiliateCode: line.affiliateCode ?? line.codeElsewhere ?? '',
  };
  const isReturnedInPart = status === 'COMPLETED' && position === 0 && returnedCents > 0;
  if (!isReturnedInPart) return [cells];
  const returned = { amount: plainAmount(-returnedCents), paidAt: returnedAt ?? cells.paidAt, key: '' };
  return [cells, { ...cells, ...returned }];
}

/** Pictures and files by their names in the ZIP. */
export function productTable({ db }: Pick<Shop, 'db'>, filesOf: Map<string, string[]>): TableExport {
  const batches = inOneBatch(
    () => listProductsForTable(db),
    ({ id, name, description, body, priceCents, image, media }) =>
      inColumns<ProductColumn>(OWN_PRODUCT_COLUMNS)({
        product: name,
        description: body || description,
        price: plainAmount(priceCents),
        pictures: [...new Set([...uploadsIn(image), ...uploadsIn(media)])].map(pictureName).join('|'),
        files: (filesOf.get(id) ?? []).join('|'),
      }),
  );
  return { name: 'produtos', header: OWN_PRODUCT_COLUMNS.map(({ header }) => header), batches };
}

/** The addresses of the shop's own pictures in a text. */
export function uploadsIn(text: string | null): string[] {
  const found = (text ?? '').match(/(?<![\w.-])\/?uploads\/[^\s"'<>()|\\?#]+/g) ?? [];
  return found.map((address) => (address.startsWith('/') ? address : `/${address}`));
}

export function pictureName(address: string): string {
  return `imagens/${address.replace('/uploads/', '')}`;
}

function inColumns<Field extends string>(columns: readonly { field: Field }[]): (cells: Cells<Field>) => string[] {
  return (cells) => columns.map(({ field }) => cells[field]);
}

async function* flat(batches: AsyncIterable<string[][][]>): AsyncGenerator<string[][]> {
  for await (const batch of batches) yield batch.flat();
}
