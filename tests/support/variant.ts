import type { ProductRow } from '#db/tables.ts';
import type { Store } from './store.ts';

/** The storefront features one product, changed as told. It is drawn at the start: hence the restart. */
export async function feature(store: Store, id: string, changes: Partial<ProductRow>): Promise<void> {
  const books = store.database();
  await books.updateTable('products').set({ isFeatured: 0 }).execute();
  await books
    .updateTable('products')
    .set({ ...changes, isFeatured: 1 })
    .where('id', '=', id)
    .execute();
  await store.restart();
}
