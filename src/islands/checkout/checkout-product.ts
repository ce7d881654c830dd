import type { PublicProduct } from '#src/wire/storefront/catalog.ts';

export type CheckoutProduct = Pick<
  PublicProduct,
  'id' | 'name' | 'image' | 'requiresActivation' | 'licenseTerms' | 'allowsQuantity'
> & {
  /** Stands beside the number of licenses. */
  quantityHint: string;
  /** Both are display text: what it cost before, and how much less it costs now. */
  reduced: { from: string; saving: string } | null;
};
