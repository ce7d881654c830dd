import { OWN_PRODUCT_COLUMNS, type ProductColumn } from './own-columns.ts';
import { plainHeader } from './sources.ts';

/** As our own table, WooCommerce's export of products and Lemon Squeezy's call them. */
const HEADERS: Record<ProductColumn, readonly string[]> = {
  product: [...ownHeader('product'), 'Name', 'Nome', 'Title', 'Product name'],
  description: [...ownHeader('description'), 'Description', 'Short description', 'Descrição curta'],
  price: [...ownHeader('price'), 'Regular price', 'Price', 'Preço normal'],
  pictures: [...ownHeader('pictures'), 'Images', 'Image', 'Thumbnail'],
  files: [...ownHeader('files'), 'Download 1 URL', 'Download URL', 'Files'],
};

function ownHeader(wanted: ProductColumn): string[] {
  return OWN_PRODUCT_COLUMNS.flatMap(({ field, header }) => (field === wanted ? [header] : []));
}

export type CatalogColumns = Partial<Record<ProductColumn, number>>;

export function recognizeCatalog(header: readonly string[]): CatalogColumns {
  const places = new Map(header.map((name, at) => [plainHeader(name), at] as const).toReversed());
  return Object.fromEntries(
    Object.entries(HEADERS).flatMap(([field, names]) => {
      const place = names.map((name) => places.get(plainHeader(name))).find((at) => at !== undefined);
      return place === undefined ? [] : [[field, place]];
    }),
  );
}
