import * as z from 'zod/mini';
import { COUPON_TYPES } from '../coupons/pricing.ts';
import { PixCharge } from './purchases.ts';

export const PaymentCreated = z.extend(PixCharge, {
  success: z.literal(true),
  message: z.string(),
});
export type PaymentCreated = z.infer<typeof PaymentCreated>;

/** What an order costs now; all amounts are display text, `R$ 99,90`. One license alone would cost `reducedFrom`. */
export const OrderQuote = z.object({
  lines: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      quantity: z.number(),
      priceAmount: z.string(),
      totalAmount: z.string(),
      reducedFrom: z.nullable(z.string()),
    }),
  ),
  /** What it costs without the coupon. */
  subtotalAmount: z.string(),
  discountAmount: z.string(),
  totalAmount: z.string(),
  /** It is null where no coupon was sent. */
  coupon: z.nullable(
    z.object({
      valid: z.boolean(),
      message: z.string(),
    }),
  ),
});
export type OrderQuote = z.infer<typeof OrderQuote>;

export const CouponValidation = z.union([
  z.object({
    valid: z.literal(false),
    message: z.string(),
  }),
  z.object({
    valid: z.literal(true),
    message: z.string(),
    /** `discount` in percent or reais by type; `discountValue` in reais for this product. */
    coupon: z.object({
      code: z.string(),
      name: z.string(),
      type: z.enum(COUPON_TYPES),
      discount: z.number(),
      discountValue: z.number(),
    }),
  }),
]);
export type CouponValidation = z.infer<typeof CouponValidation>;
