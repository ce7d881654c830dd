import type { PublicProduct } from '#src/wire/storefront/catalog.ts';

export type CheckoutProduct = Pick<
  PublicProduct,
  'id' | 'name' | 'image' | 'price' | 'requiresActivation' | 'licenseTerms'
> & {
  /** What it cost before, and how much less it costs now; both display text. */
  reduced: { from: string; saving: string } | null;
};
