import { isPair, type ProductMedium } from '#src/wire/products/product-media.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';

/** The first before/after of the gallery, which stands for the product's picture where there is room to move it. */
export function pairOf({ media }: Pick<PublicProduct, 'media'>): ProductMedium | null {
  return media.find(isPair) ?? null;
}

/** Returns what the first screen of the storefront and of the product's page shows, to be asked for first. */
export function coverOf(product: Pick<PublicProduct, 'media' | 'image'>): string {
  return pairOf(product)?.address ?? product.image;
}
