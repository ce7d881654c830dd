import { deletesAny, updatesAny } from '../../results.ts';
import type { CategoryRow } from '../../tables/products.ts';
import type { Queryable } from '../../tables.ts';

export function listCategories(db: Queryable): Promise<CategoryRow[]> {
  return db.selectFrom('categories').selectAll().orderBy('position').orderBy('id').execute();
}

/** Categories without any are left out; withdrawn products do not count. */
export function countProductsByCategory(
  db: Queryable,
): Promise<{ categoryId: string | null; products: number; onSale: number }[]> {
  return db
    .selectFrom('products')
    .select((row) => [
      'categoryId',
      row.fn.countAll<number>().as('products'),
      row.fn.countAll<number>().filterWhere('status', '=', 'active').as('onSale'),
    ])
    .where('withdrawnAt', 'is', null)
    .where('categoryId', 'is not', null)
    .groupBy('categoryId')
    .execute();
}

export async function insertCategory(db: Queryable, category: CategoryRow): Promise<void> {
  await db.insertInto('categories').values(category).execute();
}

/** Returns false when it is gone or was changed by somebody else. */
export function updateCategory(
  db: Queryable,
  from: Pick<CategoryRow, 'id' | 'name' | 'shelfText'>,
  to: Pick<CategoryRow, 'name' | 'plainName' | 'shelfText'>,
): Promise<boolean> {
  return db
    .updateTable('categories')
    .set(to)
    .where('id', '=', from.id)
    .where('name', '=', from.name)
    .where('shelfText', '=', from.shelfText)
    .$call(updatesAny);
}

export async function placeCategory(db: Queryable, id: string, position: number): Promise<void> {
  await db.updateTable('categories').set({ position }).where('id', '=', id).execute();
}

/** Returns the moved ones that are not withdrawn. A move is an edit: who has the product open hears of it. */
export async function moveProducts(
  db: Queryable,
  { from, to, now }: { from: string; to: string | null; now: string },
): Promise<{ id: string }[]> {
  const moved = await db
    .updateTable('products')
    .set((row) => ({
      categoryId: to,
      updatedAt: row.case().when('updatedAt', '<', now).then(now).else(row.ref('updatedAt')).end(),
    }))
    .where('categoryId', '=', from)
    .returning(['id', 'withdrawnAt'])
    .execute();
  return moved.filter(({ withdrawnAt }) => withdrawnAt === null);
}

export function deleteCategory(db: Queryable, id: string): Promise<boolean> {
  return db.deleteFrom('categories').where('id', '=', id).$call(deletesAny);
}
