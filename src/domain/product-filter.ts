import type { ProductFilter } from '#db/queries/admin-products.ts';
import { listCategories } from '#db/queries/categories.ts';
import { NO_CATEGORY, plainName } from '#src/wire/categories.ts';
import type { ProductListRequest } from '#src/wire/products.ts';
import type { Shop } from './shop.ts';

/** What a list of products is narrowed to: a search also finds by the name of a category. */
export async function readProductFilter(
  { db }: Pick<Shop, 'db'>,
  { q, category }: Pick<ProductListRequest, 'q' | 'category'>,
): Promise<ProductFilter> {
  const wanted = plainName(q);
  const known = wanted === '' ? [] : await listCategories(db);
  const alsoIn = known.filter((each) => each.plainName.includes(wanted));
  return {
    q,
    alsoIn: alsoIn.map(({ id }) => id),
    category: category === null ? null : { id: category === NO_CATEGORY ? null : category },
  };
}
