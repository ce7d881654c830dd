import { allRows } from '#db/queries/lists/paging.ts';
import { listAdminProducts } from '#db/queries/products/admin-products.ts';
import { listCategories } from '#db/queries/products/categories.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { type AdminProduct, PRODUCT_STATUS_NAMES, type ProductListRequest } from '#src/wire/products/products.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { TableExport } from '../lists/exports.ts';
import type { Shop } from '../shop.ts';
import { toAdminProductDto } from './product-fields.ts';
import { readProductFilter } from './product-filter.ts';
import { withHosts } from './product-page-fields.ts';

export async function exportProducts(
  shop: Shop,
  actor: Actor,
  request: ProductListRequest,
  chosen: readonly string[] | null,
): Promise<TableExport> {
  const { q, category, state } = request;
  const fields = Object.entries({ q, category, state, ids: chosen }).flatMap(([name, value]) => (value ? [name] : []));
  await recordChange(shop.db, shop, actor, { action: 'product.export', entityId: 'all', fields });
  const categories = new Map((await listCategories(shop.db)).map(({ id, name }) => [id, name]));
  const filter = await readProductFilter(shop, request);
  async function* batches() {
    const rows = await withHosts(
      shop.db,
      await listAdminProducts(shop.db, filter, 'updatedAt', allRows('desc'), chosen),
    );
    yield rows.map((row) => writeRow(toAdminProductDto(row), categories));
  }
  return { name: 'produtos', header: HEADER, batches: batches() };
}

const HEADER = [
  'Nome',
  'Descrição',
  'Preço',
  'Preço original',
  'Status',
  'Categoria',
  'Versão',
  'Downloads',
  'Chaves livres',
  'Atualização',
];

function writeRow(product: AdminProduct, categories: ReadonlyMap<string, string>): string[] {
  return [
    product.name,
    product.description,
    product.price,
    product.originalPrice ?? '',
    PRODUCT_STATUS_NAMES[product.status],
    categories.get(product.categoryId ?? '') ?? '',
    product.currentVersion ?? '',
    String(product.downloads),
    product.requiresActivation && product.keySource === 'pool' ? String(product.keysAvailable) : '',
    dayOf(new Date(product.updateDate)).split('-').reverse().join('/'),
  ];
}
