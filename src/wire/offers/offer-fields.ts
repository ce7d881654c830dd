import * as z from 'zod/mini';
import { text } from '../basics/text.ts';
import { productId } from '../products/product-id.ts';
import { price } from '../products/product-prices.ts';

const CHOOSE = 'Escolha um produto da loja.';

export const OfferFields = z.object({
  productId: productIdOr(CHOOSE),
  offeredProductId: productIdOr(CHOOSE),
  price,
  headline: text(0, 60, 'O título tem no máximo 60 caracteres.'),
  text: text(0, 160, 'O texto tem no máximo 160 caracteres.'),
  isActive: z.boolean('Diga se a oferta está ativa.'),
});
export type OfferFields = z.infer<typeof OfferFields>;
export type OfferFormValues = z.input<typeof OfferFields>;

/** What it was shown and taken counts for its two products, which stay. */
export const OfferChange = z.omit(OfferFields, { productId: true, offeredProductId: true });
export type OfferChange = z.infer<typeof OfferChange>;

// @__NO_SIDE_EFFECTS__
function productIdOr(refusal: string) {
  return z.pipe(z.string(refusal).check(z.minLength(1, refusal)), productId);
}
