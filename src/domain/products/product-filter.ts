import type { ProductFilter } from '#db/queries/products/admin-products.ts';
import { listCategories } from '#db/queries/products/categories.ts';
import { NO_CATEGORY, plainName } from '#src/wire/products/categories.ts';
import type { ProductStatus } from '#src/wire/products/data-fields.ts';
import type { ProductListRequest } from '#src/wire/products/product-list.ts';
import { readKeyLevels } from '../keys/key-levels.ts';
import type { Shop } from '../shop.ts';

/** Narrows a list of products; a search finds them by the name of a category, too. */
export async function readProductFilter(
  shop: Pick<Shop, 'db' | 'clock' | 'settings' | 'readCache'>,
  { q, category, state }: Pick<ProductListRequest, 'q' | 'category' | 'state'>,
): Promise<ProductFilter> {
  const wanted = plainName(q);
  const known = wanted === '' ? [] : await listCategories(shop.db);
  const alsoIn = known.filter((each) => each.plainName.includes(wanted));
  return {
    q,
    alsoIn: alsoIn.map(({ id }) => id),
    category: category === null ? null : { id: category === NO_CATEGORY ? null : category },
    status: state === null || state === 'low' ? null : STATUSES[state],
    among: state === 'low' ? await listRunningLow(shop) : null,
  };
}

async function listRunningLow(shop: Parameters<typeof readKeyLevels>[0]): Promise<string[]> {
  const levels = await readKeyLevels(shop);
  return levels.filter(({ isLow, isEnding }) => isLow || isEnding).map(({ id }) => id);
}

const STATUSES = {
  active: 'active',
  review: 'Em revisão',
  inactive: 'Inativo',
} as const satisfies Record<string, ProductStatus>;
