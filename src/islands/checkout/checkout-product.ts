import type { PublicProduct } from '#src/wire/catalog.ts';

export type CheckoutProduct = Pick<
  PublicProduct,
  'id' | 'name' | 'image' | 'price' | 'requiresActivation' | 'licenseTerms'
>;
