import { changeImport } from '#db/queries/imports/imports.ts';
import { centsToReais, MINIMUM_CHARGE_CENTS } from '#src/wire/basics/money.ts';
import { recognizeCatalog } from '#src/wire/imports/catalog-columns.ts';
import { IMPORT_TEXTS, type ImportProduct, type StoreImport } from '#src/wire/imports/imports.ts';
import type { ProductColumn } from '#src/wire/imports/own-columns.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { plainCell, readAmount, startHabits } from './cells.ts';
import { decodeFile, findEncoding } from './decode-file.ts';
import { plainName } from './import-products.ts';
import { findOrRefuse, showImport, wrongState } from './imports.ts';
import { readRecords } from './read-records.ts';

/** Adds to the products of an import what a table of products tells of them; nothing of it is fetched. */
export async function receiveCatalog(
  shop: Shop,
  id: string,
  { pieces }: { pieces: AsyncIterable<Uint8Array> },
): Promise<StoreImport> {
  const { state } = await findOrRefuse(shop, id);
  if (state !== 'checked') throw wrongState();
  const told = await shop.spool(pieces, async (file) => {
    const encoding = await findEncoding(file.open());
    return readCatalog(shop, decodeFile(file.open(), encoding));
  });
  const row = await findOrRefuse(shop, id);
  const products = (JSON.parse(row.products) as ImportProduct[]).map((product) => ({
    ...product,
    ...told.get(plainName(product.name)),
  }));
  if (!(await changeImport(shop.db, id, ['checked'], { products: JSON.stringify(products) }))) throw wrongState();
  return showImport(shop, id);
}

type Told = Pick<ImportProduct, 'description' | 'price' | 'pictures' | 'files'>;

async function readCatalog(shop: Shop, texts: AsyncIterable<string>): Promise<Map<string, Told>> {
  const rows: string[][] = [];
  for await (const record of readRecords(texts)) if (record.problem === undefined) rows.push(record.cells);
  const [header = [], ...lines] = rows;
  const columns = recognizeCatalog(header.map((name) => name.replace(/^\ufeff/, '')));
  if (columns.product === undefined) throw refusal('invalid', 'mapping', IMPORT_TEXTS.catalog);
  const cell = (cells: readonly string[], field: ProductColumn): string => {
    const place = columns[field];
    const read = plainCell(place === undefined ? '' : (cells[place] ?? ''));
    return 'value' in read ? read.value : '';
  };
  const habits = startHabits({ decimal: ',', dayFirst: true });
  for (const line of lines) habits.note(cell(line, 'price'), '');
  const told = new Map<string, Told>();
  for (const line of lines) {
    const amount = readAmount(cell(line, 'price'), habits.result());
    const isPrice = 'value' in amount && amount.value >= MINIMUM_CHARGE_CENTS;
    const text = cell(line, 'description');
    told.set(plainName(cell(line, 'product')), {
      description: text === '' ? null : /<[a-z]/i.test(text) ? await shop.htmlToMarkdown(text) : text,
      price: isPrice ? String(centsToReais(amount.value)).replace('.', ',') : null,
      pictures: namesIn(cell(line, 'pictures')),
      files: namesIn(cell(line, 'files')),
    });
  }
  return told;
}

/** Addresses are told by the name of their file. */
function namesIn(text: string): string[] {
  return text
    .split(/\s*[|,\n]\s*/)
    .map((name) => decoded(name.split(/[?#]/)[0]?.split('/').at(-1) ?? ''))
    .filter((name) => name !== '')
    .slice(0, MOST_NAMES);
}

const MOST_NAMES = 20;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
