import type { Flag } from './columns.ts';

/** Who buys the one product may take the other one along, at this price. */
export type OfferRow = {
  id: string;
  productId: string;
  offeredProductId: string;
  priceCents: number;
  /** Empty for the shop's own sentence. */
  headline: string;
  text: string;
  isActive: Flag;
  /** Visits of the product's checkout while the offer was active. */
  shownCount: number;
  createdAt: string;
};
