import * as z from 'zod/mini';

/** Display text in the amounts, `R$ 29,90`. */
export const Offer = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  offeredProductId: z.string(),
  offeredName: z.string(),
  price: z.string(),
  /** What the offered product costs alone. */
  fullPrice: z.string(),
  headline: z.string(),
  text: z.string(),
  isActive: z.boolean(),
  /** Visits of the product's checkout while the offer was active. */
  shown: z.number(),
  /** Paid purchases with it. */
  taken: z.number(),
  /** The taken ones of 100 shown, one decimal; null before the first. */
  rate: z.nullable(z.number()),
});
export type Offer = z.infer<typeof Offer>;

/** As a checkout shows it. */
export type OfferBeside = Pick<Offer, 'id' | 'headline' | 'text' | 'price' | 'fullPrice'> & {
  name: string;
  image: string;
  requiresActivation: boolean;
};

export const OFFER_GONE = 'Uma das ofertas não vale mais. Confira o pedido.';

export const MOST_ACTIVE_OFFERS = 3;

/** Writes `Ofertas: 18 % aceitaram`. */
export function acceptanceText({ shown, taken }: Pick<Offer, 'shown' | 'taken'>): string {
  return `Ofertas: ${rateText((100 * taken) / shown)} aceitaram`;
}

export function rateText(rate: number): string {
  return `${rate.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} %`;
}

/** Writes `Leve também Grão 35 mm`, unless the owner wrote something else. */
export function offerHeadline({ headline, offeredName }: Pick<Offer, 'headline' | 'offeredName'>): string {
  return headline || `Leve também ${offeredName}`;
}
