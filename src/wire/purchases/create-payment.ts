import * as z from 'zod/mini';
import { cleanText } from '../basics/text.ts';
import { whatsapp } from '../basics/whatsapp.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import { MOST_LICENSES } from '../products/most-licenses.ts';
import { productId } from '../products/product-id.ts';
import { buyer } from './checkout.ts';

const couponCode = z.pipe(
  z.string('Cupom inválido').check(z.maxLength(200, 'Cupom inválido')),
  z.transform((typed) => cleanText(typed).toUpperCase()),
);

const MOST_FURTHER_PRODUCTS = 19;

const ignoredAmount = z.optional(z.unknown());
/** Read by `readOrigin`, which drops what is wrong in it: an origin never stops a sale. */
const anyOrigin = z.optional(z.unknown());

const quantity = z.optional(wholeNumber(1, MOST_LICENSES, `Escolha de 1 a ${MOST_LICENSES} licenças.`));

/** Apart from the form, so that what the server alone judges weighs nothing in the browser. */
export const CreatePayment = z.object({
  ...buyer,
  /** It is dropped where the shop does not ask for it. */
  whatsapp: z.optional(z.nullable(whatsapp)),
  paymentMethod: z.literal('pix', 'Método de pagamento inválido'),
  productId,
  /** So many licenses of this product, each an item of its own. */
  quantity,
  /** The same Pix pays for these. */
  furtherProductIds: z.optional(z.array(productId).check(z.maxLength(MOST_FURTHER_PRODUCTS, 'Produtos demais'))),
  couponCode: z.optional(z.nullable(couponCode)),
  discountAmount: ignoredAmount,
  totalAmount: ignoredAmount,
  origin: anyOrigin,
});
export type CreatePayment = z.infer<typeof CreatePayment>;

export const QuoteOrder = z.object({ productId, quantity, couponCode: z.optional(z.nullable(couponCode)) });
export type QuoteOrder = z.infer<typeof QuoteOrder>;

export const ValidateCoupon = z.object({
  code: z.pipe(couponCode, z.string().check(z.minLength(1, 'Informe o código do cupom.'))),
  productId,
  amount: ignoredAmount,
});
export type ValidateCoupon = z.infer<typeof ValidateCoupon>;
