import * as z from 'zod/mini';
import { cleanText, emailAddress, identifier, text } from '../basics/text.ts';
import { whatsapp } from '../basics/whatsapp.ts';
import { wholeNumber } from '../basics/whole-number.ts';
import { DOCUMENT_MISSING, taxDocument } from '../invoices/taker.ts';
import { MOST_ACTIVE_OFFERS, OFFER_GONE } from '../offers/offers.ts';
import { MOST_LICENSES } from '../products/most-licenses.ts';
import { productId } from '../products/product-id.ts';
import { buyer } from './checkout-form.ts';

const couponCode = z.pipe(
  z.string('Cupom inválido').check(z.maxLength(200, 'Cupom inválido')),
  z.transform((typed) => cleanText(typed).toUpperCase()),
);

/** The item of a buyer who is signed in to Minhas compras, or the key and the address of its purchase. */
export const Upgrade = z.object({
  itemId: z.optional(identifier('Licença inválida')),
  key: z.optional(text(1, 200, 'Informe a chave da licença que você já tem.')),
  email: z.optional(emailAddress('Email inválido')),
});
export type Upgrade = z.infer<typeof Upgrade>;

const upgrade = z.optional(Upgrade);

const renewsItemId = z.optional(identifier('Renovação inválida'));

const MOST_FURTHER_PRODUCTS = 19;

const ignoredAmount = z.optional(z.unknown());
/** Read by `readOrigin`, which drops what is wrong in it: an origin never stops a sale. */
const anyOrigin = z.optional(z.unknown());

const quantity = z.optional(wholeNumber(1, MOST_LICENSES, `Escolha de 1 a ${MOST_LICENSES} licenças.`));

const offerIds = z.optional(z.array(identifier(OFFER_GONE)).check(z.maxLength(MOST_ACTIVE_OFFERS, OFFER_GONE)));

/** Apart from the form, so that what the server alone judges weighs nothing in the browser. */
export const CreatePayment = z.object({
  ...buyer,
  /** Both are dropped where the shop does not ask for them. */
  document: z.optional(z.nullable(z.union([z.literal(''), taxDocument], DOCUMENT_MISSING))),
  whatsapp: z.optional(z.nullable(whatsapp)),
  paymentMethod: z.literal('pix', 'Método de pagamento inválido'),
  productId,
  /** So many licenses of this product, each an item of its own. */
  quantity,
  /** The same Pix pays for these. */
  furtherProductIds: z.optional(z.array(productId).check(z.maxLength(MOST_FURTHER_PRODUCTS, 'Produtos demais'))),
  /** Products that the checkout offered beside the first one. */
  offerIds,
  /** The upgrade price instead of the product's. */
  upgrade,
  /** More months of updates for this item of the buyer who is signed in, and no other license. */
  renewsItemId,
  couponCode: z.optional(z.nullable(couponCode)),
  discountAmount: ignoredAmount,
  totalAmount: ignoredAmount,
  origin: anyOrigin,
});
export type CreatePayment = z.infer<typeof CreatePayment>;

export const QuoteOrder = z.object({
  productId,
  quantity,
  offerIds,
  upgrade,
  renewsItemId,
  couponCode: z.optional(z.nullable(couponCode)),
});
export type QuoteOrder = z.infer<typeof QuoteOrder>;

export const ValidateCoupon = z.object({
  code: z.pipe(couponCode, z.string().check(z.minLength(1, 'Informe o código do cupom.'))),
  productId,
  amount: ignoredAmount,
});
export type ValidateCoupon = z.infer<typeof ValidateCoupon>;
