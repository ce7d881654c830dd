import type { ProductRow } from '#db/tables/products.ts';
import type { Store } from '../store/store.ts';

/** Restarts the store, because the storefront is rendered at startup. */
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
