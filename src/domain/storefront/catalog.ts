import { listCategories as listCategoryRows } from '#db/queries/products/categories.ts';
import { listProductsOfKit } from '#db/queries/products/kits.ts';
import {
  findProduct,
  findProductOnSale,
  listProductsByPublication,
  listProductsOnSale,
} from '#db/queries/products/products.ts';
import type { Category } from '#src/wire/products/categories.ts';
import type { ListedProduct } from '#src/wire/storefront/catalog.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';
import { toPublicProductDto } from '../products/product-fields.ts';
import { withRows } from '../products/product-rows.ts';
import { unknownProduct } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { searchTerms } from './search-terms.ts';

export async function listPublicProducts(shop: Shop): Promise<PublicProduct[]> {
  const products = await withRows(shop.db, await listProductsOnSale(shop.db));
  return products.map(toPublicProductDto);
}

export async function listPublishedProducts(shop: Shop): Promise<PublicProduct[]> {
  const products = await withRows(shop.db, await listProductsByPublication(shop.db));
  return products.map(toPublicProductDto);
}

export async function listProductsWithTerms(shop: Shop, categories: readonly Category[]): Promise<ListedProduct[]> {
  const products = await withRows(shop.db, await listProductsByPublication(shop.db));
  return products.map((row) => {
    const product = toPublicProductDto(row);
    const category = categories.find(({ id }) => id === row.categoryId)?.name ?? '';
    return { ...product, terms: searchTerms(row, product.hosts, category) };
  });
}

export async function showPublicProduct(shop: Shop, id: string): Promise<PublicProduct> {
  const found = await findProductOnSale(shop.db, id);
  const [product] = found ? await withRows(shop.db, [found]) : [];
  if (!product) throw unknownProduct();
  return toPublicProductDto(product);
}

export type ShownProduct = { product: PublicProduct; former: FormerProduct | null };
export type FormerProduct = { isWithdrawn: boolean; alternatives: PublicProduct[] };

/** Former products, and kits with a part that is not on sale, are shown as such to visitors with old links; drafts stay unknown. */
export async function showCurrentOrFormerProduct(shop: Shop, id: string): Promise<ShownProduct> {
  const found = await findProduct(shop.db, id);
  const [product] = found ? await withRows(shop.db, [found]) : [];
  const isWithdrawn = product?.withdrawnAt !== null;
  const isWhole = product?.parts.every((part) => part.status === 'active' && part.withdrawnAt === null);
  if (product?.status === 'active' && !isWithdrawn && isWhole)
    return { product: toPublicProductDto(product), former: null };
  if (!product?.publishedAt) throw unknownProduct();
  const others = await listPublishedProducts(shop);
  const isAlike = ({ categoryId }: PublicProduct) => categoryId === product.categoryId;
  const alternatives = [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, 3);
  return { product: toPublicProductDto(product), former: { isWithdrawn, alternatives } };
}

/** The parts of a kit, in its order; a plugin has none. */
export async function listPartsOfKit(shop: Shop, id: string): Promise<PublicProduct[]> {
  const parts = await withRows(shop.db, await listProductsOfKit(shop.db, id));
  return parts.map(toPublicProductDto);
}

export async function listCategories(shop: Shop): Promise<Category[]> {
  const categories = await listCategoryRows(shop.db);
  return categories.map(({ id, name }) => ({ id, name }));
}
