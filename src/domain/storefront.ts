import type { Storefront } from '#src/wire/catalogue.ts';
import { listCategories, listPublicProducts } from './catalogue.ts';
import { errorCode } from './error-code.ts';
import { sampleCategories, sampleProducts } from './samples.ts';
import type { Shop } from './shop.ts';

/** The shop window. It never fails: where the catalogue cannot be read, the samples stand in it and nothing is said. */
export async function showStorefront(shop: Shop): Promise<Storefront> {
  const [products, categories] = await Promise.all([listPublicProducts(shop), listCategories(shop)]).catch(
    (error: unknown) => {
      shop.log.error({ cause: errorCode(error) }, 'the catalogue cannot be read, samples are shown');
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
  return { source: 'catalogue', products, categories, featured };
}
