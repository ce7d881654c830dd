import * as z from 'zod/mini';
import type { PixCharge } from './purchases.ts';
import { cleanText, emailAddress, identifier, line } from './text.ts';
import { whatsapp } from './whatsapp.ts';

const couponCode = z.pipe(
  z.string('Cupom inválido').check(z.maxLength(200, 'Cupom inválido')),
  z.transform((typed) => cleanText(typed).toUpperCase()),
);

const ignoredAmount = z.optional(z.unknown());
/** Read by `readOrigin`, which drops what is wrong in it: an origin never stops a sale. */
const anyOrigin = z.optional(z.unknown());

const buyer = {
  customerName: line(3, 120, 'Nome completo deve ter pelo menos 3 caracteres'),
  customerEmail: emailAddress('Email inválido'),
};

export const CreatePayment = z.object({
  ...buyer,
  /** Dropped where the shop does not ask for it. */
  whatsapp: z.optional(z.nullable(whatsapp)),
  paymentMethod: z.literal('pix', 'Método de pagamento inválido'),
  productId: identifier('Produto não encontrado.'),
  couponCode: z.optional(z.nullable(couponCode)),
  discountAmount: ignoredAmount,
  totalAmount: ignoredAmount,
  origin: anyOrigin,
});
export type CreatePayment = z.infer<typeof CreatePayment>;

/** The server alone judges the number, so that its rules weigh nothing where nobody asks for one. */
export const CheckoutForm = z.object({ ...buyer, whatsapp: z.optional(z.string()) });
export type CheckoutForm = z.infer<typeof CheckoutForm>;

export type PaymentCreated = PixCharge & { success: true; message: string };

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
      /** `discount` in percent or reais by type; `discountValue` in reais for this product. */
      coupon: { code: string; name: string; type: CouponType; discount: number; discountValue: number };
    };

export const MINIMUM_CHARGE_CENTS = 50;

/** Per hour and purchase, and per visit of its page. */
export const RESEND_LIMIT = 2;
