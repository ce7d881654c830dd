import type { Storefront } from '#src/wire/catalog.ts';
import { errorCode } from '#src/wire/error-code.ts';
import { listCategories, listPublishedProducts } from './catalog.ts';
import { sampleCategories, sampleProducts } from './samples.ts';
import type { Shop } from './shop.ts';

export async function showStorefront(shop: Shop): Promise<Storefront> {
  const [products, categories] = await Promise.all([listPublishedProducts(shop), listCategories(shop)]).catch(
    (error: unknown) => {
      shop.log.error({ cause: errorCode(error, 'unknown') }, 'the catalog cannot be read, samples are shown');
      return [null, null];
    },
  );
  if (!products || !categories) {
    return {
      source: 'samples',
      products: sampleProducts,
      categories: sampleCategories,
      featured: sampleProducts[0] ?? null,
    };
  }
  const featured = products.find((product) => product.isFeatured) ?? products[0] ?? null;
  return { source: 'catalog', products, categories, featured };
}
