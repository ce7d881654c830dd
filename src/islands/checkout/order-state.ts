import type { OrderQuote } from '#src/wire/purchases/checkout.ts';

/** What the summary shows. The server alone prices: before the order by its quote, after it by the purchase. */
export type ShownOrder = Pick<OrderQuote, 'lines' | 'subtotalAmount' | 'totalAmount'> & {
  discount: { code: string; amount: string } | null;
};

/** Of the product itself, which comes before what was offered beside it. */
export function quantityOf({ lines }: Pick<ShownOrder, 'lines'>): number {
  return lines[0]?.quantity ?? 1;
}

export const NO_REFUSALS = { quantity: null, offers: null } as const;

/** What the server rendered the form with. */
export type OrderStart = {
  quote: OrderQuote;
  quantity: number;
  offerIds: string[];
  refusals: { quantity: string | null; offers: string | null };
  /** As typed. */
  code: string;
  coupon: CouponState;
};

export type CouponState =
  | { name: 'open'; refusal: string | null }
  | { name: 'checking' }
  | { name: 'applied'; code: string };

/** The specification's words before the shop's own: 'Cupom inválido: este cupom expirou.' */
export function couponRefusal(message: string): string {
  return /^cupom inválido/i.test(message) ? message : `Cupom inválido. ${message}`;
}
