import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { text } from '../basics/text.ts';

/** A license key as a plugin sends it; whatever is no key is one that nobody has. */
export const foreignKey = orElse(text(1, 200, 'Informe a chave.'), '');
const given = orElse(text(0, 200, 'Informe o produto.'), '');

/** Gumroad's `POST /v2/licenses/verify`; `id` and `link_id` are older names of the permalink. */
export const GumroadVerification = z.object({
  license_key: foreignKey,
  product_id: given,
  product_permalink: given,
  id: given,
  link_id: given,
  increment_uses_count: orElse(z.enum(['true', 'false']), 'true'),
});
export type GumroadVerification = z.output<typeof GumroadVerification>;

/** Gumroad's own words. */
export const GUMROAD_TEXTS = {
  unknown: 'That license does not exist for the provided product.',
  disabled: 'This license key has been disabled.',
} as const;

const none = z.literal('');
const no = z.literal(false);

/** Address and name of the buyer are never in it, nor what nobody here knows. */
export const GumroadPurchase = z.object({
  seller_id: none,
  product_id: z.string(),
  product_name: z.string(),
  permalink: z.string(),
  product_permalink: z.string(),
  short_product_id: z.string(),
  email: none,
  full_name: none,
  price: z.number(),
  gumroad_fee: z.literal(0),
  currency: z.literal('brl'),
  quantity: z.literal(1),
  discover_fee_charged: no,
  can_contact: no,
  referrer: none,
  card: z.object({
    visual: z.null(),
    type: z.null(),
    bin: z.null(),
    expiry_month: z.null(),
    expiry_year: z.null(),
  }),
  order_number: z.number(),
  id: z.string(),
  sale_id: z.string(),
  sale_timestamp: z.string(),
  created_at: z.string(),
  purchaser_id: none,
  variants: none,
  custom_fields: z.array(z.string()),
  license_key: z.string(),
  is_multiseat_license: no,
  ip_country: none,
  is_gift_receiver_purchase: no,
  refunded: z.boolean(),
  disputed: z.boolean(),
  dispute_won: no,
  chargebacked: z.boolean(),
  subscription_id: z.null(),
  recurrence: z.null(),
  subscription_ended_at: z.null(),
  subscription_cancelled_at: z.null(),
  subscription_failed_at: z.null(),
});
export type GumroadPurchase = z.infer<typeof GumroadPurchase>;

export const GumroadAnswer = z.union([
  z.object({ success: z.literal(true), uses: z.number(), purchase: GumroadPurchase }),
  z.object({ success: z.literal(false), message: z.enum(Object.values(GUMROAD_TEXTS)) }),
]);
export type GumroadAnswer = z.infer<typeof GumroadAnswer>;
