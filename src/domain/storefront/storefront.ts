import { listCategories as listCategoryRows } from '#db/queries/products/categories.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { slugFrom } from '#src/wire/basics/slugs.ts';
import type { Category } from '#src/wire/products/categories.ts';
import { STANDING_CATEGORIES } from '#src/wire/products/categories.ts';
import { HOST_KEYS, HOSTS, type Host } from '#src/wire/products/hosts.ts';
import type { CategoryShelf, EditorShelf, ListedProduct, Storefront } from '#src/wire/storefront/catalog.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { readCached } from '../lists/cached-reads.ts';
import { notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { listCategories, listProductsWithTerms, listPublishedProducts } from './catalog.ts';
import { sampleProducts } from './sample-products.ts';

export async function showStorefront(shop: Shop): Promise<Storefront> {
  const [products, categories] = await readShelves(shop).catch((error: unknown) => {
    shop.log.error({ cause: errorCode(error, 'unknown') }, 'the catalog cannot be read, samples are shown');
    return [null, null];
  });
  if (!products || !categories) {
    return {
      source: 'samples',
      products: sampleProducts.map((product) => ({ ...product, terms: '' })),
      categories: [...STANDING_CATEGORIES],
      editors: [],
      featured: sampleProducts[0] ?? null,
    };
  }
  const featured = products.find((product) => product.isFeatured) ?? products[0] ?? null;
  return {
    source: 'catalog',
    products,
    categories: inUse(categories, products),
    editors: editorsOf(products),
    featured,
  };
}

/** An address that leads nowhere offers first what is called alike, and nothing where the catalog cannot be read. */
export async function offerInstead(shop: Shop, path: string): Promise<PublicProduct[]> {
  try {
    const products = await readCached(shop, 'offered instead', {}, () => listPublishedProducts(shop));
    const asked = new Set(slugFrom(path).split('-'));
    const likeness = ({ slug }: PublicProduct) =>
      slug.split('-').filter((word) => word.length > 2 && asked.has(word)).length;
    return products.toSorted((one, other) => likeness(other) - likeness(one)).slice(0, MOST_OFFERED);
  } catch (error) {
    shop.log.error({ cause: errorCode(error, 'unknown') }, 'the catalog cannot be read, nothing is offered instead');
    return [];
  }
}

const MOST_OFFERED = 4;

/** Refuses an editor that nothing on sale is made for. */
export async function showEditorShelf(shop: Shop, host: Host): Promise<EditorShelf> {
  const [all] = await readShelves(shop);
  const products = all.filter(({ hosts }) => hosts.some((each) => each.host === host));
  if (products.length === 0) throw notFound(`Ainda não temos plugins para ${HOSTS[host].name}.`);
  return { host, products, editors: editorsOf(all) };
}

/** Refuses a category that nothing on sale is in. */
export async function showCategoryShelf(shop: Shop, id: string): Promise<CategoryShelf> {
  const [all, known] = await readShelves(shop);
  const categories = inUse(known, all);
  const category = categories.find((each) => each.id === id);
  if (!category) throw notFound('Esta categoria não tem plugins à venda.');
  const { shelfText = '' } = (await listCategoryRows(shop.db)).find((row) => row.id === id) ?? {};
  return {
    category: { ...category, shelfText },
    products: all.filter(({ categoryId }) => categoryId === id),
    categories,
  };
}

/** Those with a page of their own. */
export async function listShelves(shop: Shop): Promise<{ editors: Host[]; categories: Category[] }> {
  const [products, categories] = await readShelves(shop);
  return { editors: editorsOf(products), categories: inUse(categories, products) };
}

async function readShelves(shop: Shop) {
  const categories = await listCategories(shop);
  return [await listProductsWithTerms(shop, categories), categories] as const;
}

function inUse(categories: readonly Category[], products: readonly ListedProduct[]): Category[] {
  const used = new Set(products.map(({ categoryId }) => categoryId));
  return categories.filter(({ id }) => used.has(id));
}

function editorsOf(products: readonly ListedProduct[]): Host[] {
  const known = new Set(products.flatMap(({ hosts }) => hosts.map(({ host }) => host)));
  return HOST_KEYS.filter((host) => known.has(host));
}
