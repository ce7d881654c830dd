import type { CategoryRow, Queryable } from '../tables.ts';

export function listCategories(db: Queryable): Promise<CategoryRow[]> {
  return db.selectFrom('categories').selectAll().orderBy('position').execute();
}
