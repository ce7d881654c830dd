import type { ProductRow } from '#db/tables.ts';
import { type Store, startStore } from './store.ts';

/** A store whose storefront features one product, changed as told. The storefront is drawn at the start: hence the restart. */
export async function startStoreFeaturing(id: string, changes: Partial<ProductRow>): Promise<Store> {
  const store = await startStore();
  await feature(store, id, changes);
  return store;
}

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
