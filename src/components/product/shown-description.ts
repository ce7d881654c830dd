import type { PublicProduct } from '#src/wire/storefront/public-product.ts';

/** Returns nothing where it only repeats the name, as it does for a product that was saved without one. */
export function shownDescription({ name, description }: PublicProduct): string {
  return description === name ? '' : description;
}
