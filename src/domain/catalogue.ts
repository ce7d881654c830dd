import { listCategories as listCategoryRows } from '#db/queries/categories.ts';
import { findProductOnSale, listProductsOnSale } from '#db/queries/products.ts';
import type { ProductRow } from '#db/tables.ts';
import { type Category, isElsewhere, PLACEHOLDER_IMAGE, type PublicProduct } from '#src/wire/catalogue.ts';
import { formatCents } from '#src/wire/money.ts';
import { notFound } from './refusals.ts';
import type { Shop } from './shop.ts';

export async function listPublicProducts(shop: Shop): Promise<PublicProduct[]> {
  const products = await listProductsOnSale(shop.db);
  return products.map(publicProduct);
}

export async function showPublicProduct(shop: Shop, id: string): Promise<PublicProduct> {
  const product = await findProductOnSale(shop.db, id);
  if (!product) throw notFound('Produto não encontrado.');
  return publicProduct(product);
}

export async function listCategories(shop: Shop): Promise<Category[]> {
  const categories = await listCategoryRows(shop.db);
  return categories.map(({ id, name }) => ({ id, name }));
}

function publicProduct(product: ProductRow): PublicProduct {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    price: formatCents(product.priceCents),
    originalPrice: product.originalPriceCents === null ? null : formatCents(product.originalPriceCents),
    image: imageAddress(product.image),
    categoryId: product.categoryId,
    systemRequirements: product.systemRequirements,
    isFeatured: product.isFeatured === 1,
    videoUrl: product.videoUrl,
    requiresActivation: product.requiresActivation === 1,
  };
}

/**
 * An empty path shows the placeholder, and so does a picture at somebody else's: no visitor asks others for anything before a
 * click. A path that is not rooted gets its slash.
 */
function imageAddress(image: string): string {
  if (!image || isElsewhere(image)) return PLACEHOLDER_IMAGE;
  return image.startsWith('/') ? image : `/${image}`;
}
