import * as z from 'zod/mini';
import type { PixCharge } from './purchases.ts';
import { cleanText, emailAddress, identifier, line } from './text.ts';

const couponCode = z.pipe(
  z.string('Cupom inválido').check(z.maxLength(200, 'Cupom inválido')),
  z.transform((typed) => cleanText(typed).toUpperCase()),
);

/** What the browser believes about money. The server has its own figures and reads none of it. */
const ignoredAmount = z.optional(z.unknown());

/** `POST /api/payments/create`, and the checkout form that sends it. */
export const CreatePayment = z.object({
  customerName: line(3, 120, 'Nome completo deve ter pelo menos 3 caracteres'),
  customerEmail: emailAddress('Email inválido'),
  paymentMethod: z.literal('pix', 'Método de pagamento inválido'),
  productId: identifier('Produto não encontrado.'),
  couponCode: z.optional(z.nullable(couponCode)),
  discountAmount: ignoredAmount,
  totalAmount: ignoredAmount,
});
export type CreatePayment = z.infer<typeof CreatePayment>;

/** The fields that a person types at the checkout. */
export const CheckoutForm = z.pick(CreatePayment, { customerName: true, customerEmail: true });
export type CheckoutForm = z.infer<typeof CheckoutForm>;

/** What the call answers: the charge to pay, and a sentence about it. */
export type PaymentCreated = PixCharge & { success: true; message: string };

/** `POST /api/validate-coupon`. */
export const ValidateCoupon = z.object({
  code: z.pipe(couponCode, z.string().check(z.minLength(1, 'Informe o código do cupom.'))),
  productId: identifier('Produto não encontrado.'),
  amount: ignoredAmount,
});
export type ValidateCoupon = z.infer<typeof ValidateCoupon>;

export const COUPON_TYPES = ['PERCENT', 'FIXED', 'AFFILIATE'] as const;
export type CouponType = (typeof COUPON_TYPES)[number];

export type CouponValidation =
  | { valid: false; message: string }
  | {
      valid: true;
      message: string;
      /** `discount` in percent or reais by type; `discountValue` is the reais taken off this product's price. */
      coupon: { code: string; name: string; type: CouponType; discount: number; discountValue: number };
    };

/** No sale is below this, whatever the discount: R$ 0,50. */
export const MINIMUM_CHARGE_CENTS = 50;

/** An unpaid purchase is closed after this long. */
export const PAYMENT_WINDOW_MS = 2 * 60 * 60 * 1000;

/** The receipt can be sent again this many times: in an hour for one purchase, and in one visit of its page. */
export const RESEND_LIMIT = 2;
