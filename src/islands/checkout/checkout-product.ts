import type { OfferBeside } from '#src/wire/offers/offers.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';

export type CheckoutProduct = Pick<PublicProduct, 'id' | 'name' | 'image' | 'licenseTerms' | 'allowsQuantity'> & {
  /** So many come with one; none where the product needs no key. */
  keys: number;
  /** Of a kit, as `: Grão e Lote`. */
  partNames: string;
  offers: readonly OfferBeside[];
  /** Stands beside the number of licenses. */
  quantityHint: string;
  /** Both are display text: what it cost before, and how much less it costs now. */
  reduced: { from: string; saving: string } | null;
};
