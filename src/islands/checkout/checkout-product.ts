import type { PublicProduct } from '#src/wire/catalog.ts';

/** Only what the checkout needs, to keep the page small. */
export type CheckoutProduct = Pick<
  PublicProduct,
  'id' | 'name' | 'image' | 'price' | 'requiresActivation' | 'licenseTerms'
>;
