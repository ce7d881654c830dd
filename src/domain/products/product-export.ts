import { allRows } from '#db/queries/lists/paging.ts';
import { listAdminProducts } from '#db/queries/products/admin-products.ts';
import { listCategories } from '#db/queries/products/categories.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { FieldRow } from '#src/wire/products/field-rows.ts';
import {
  type FieldsThat,
  fieldRow,
  type ListedProductFields,
  PRODUCT_FIELD_NAMES,
} from '#src/wire/products/product-fields.ts';
import type { ProductListRequest } from '#src/wire/products/product-list.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { type Actor, recordExport } from '../audit/audit.ts';
import { inOneBatch, type TableExport } from '../lists/exports.ts';
import type { Shop } from '../shop.ts';
import { toAdminProductDto } from './product-fields.ts';
import { readProductFilter } from './product-filter.ts';
import { withRows } from './product-rows.ts';

export async function exportProducts(
  shop: Shop,
  actor: Actor,
  request: ProductListRequest,
  chosen: readonly string[] | null,
): Promise<TableExport> {
  const { q, category, state } = request;
  await recordExport(shop, actor, 'product.export', { q, category, state, ids: chosen });
  const categories = new Map((await listCategories(shop.db)).map(({ id, name }) => [id, name]));
  const filter = await readProductFilter(shop, request);
  const batches = inOneBatch(
    async () => withRows(shop.db, await listAdminProducts(shop.db, filter, 'updatedAt', allRows('desc'), chosen)),
    (row) => writeRow(toAdminProductDto(row), categories),
  );
  return { name: 'produtos', header: HEADER, batches };
}

const FIELDS = PRODUCT_FIELD_NAMES.filter(
  (name): name is FieldsThat<{ csv: string }> => fieldRow(name).csv !== undefined,
);
const HEADER = [
  ...FIELDS.flatMap((name) => fieldRow(name).csv ?? []),
  'Versão',
  'Downloads',
  'Chaves livres',
  'Atualização',
];

function writeRow(product: AdminProduct, categories: ReadonlyMap<string, string>): string[] {
  const shown: ListedProductFields = { ...product, categoryId: categories.get(product.categoryId ?? '') ?? null };
  return [
    ...FIELDS.map((name) => writeValue(fieldRow(name), shown[name])),
    product.currentVersion ?? '',
    String(product.downloads),
    product.requiresActivation && product.keySource === 'pool' ? String(product.keysAvailable) : '',
    dayOf(new Date(product.updateDate)).split('-').reverse().join('/'),
  ];
}

function writeValue({ choices }: FieldRow, value: string | number | null): string {
  const text = String(value ?? '');
  return choices?.[text] ?? text;
}
