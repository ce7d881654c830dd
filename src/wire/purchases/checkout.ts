import * as z from 'zod/mini';
import { emailAddress, line } from '../basics/text.ts';
import type { CouponType } from '../coupons/pricing.ts';
import type { PixCharge } from './purchases.ts';

export const buyer = {
  customerName: line(3, 120, 'Nome completo deve ter pelo menos 3 caracteres'),
  customerEmail: emailAddress('Email inválido'),
};

/** The server alone judges the number, so that its rules weigh nothing where nobody asks for one. */
export const CheckoutForm = z.object({ ...buyer, whatsapp: z.optional(z.string()) });
export type CheckoutForm = z.infer<typeof CheckoutForm>;

export type PaymentCreated = PixCharge & { success: true; message: string };

/** What an order costs now; all amounts are display text, `R$ 99,90`. One license alone would cost `reducedFrom`. */
export type OrderQuote = {
  lines: {
    productId: string;
    name: string;
    quantity: number;
    priceAmount: string;
    totalAmount: string;
    reducedFrom: string | null;
  }[];
  /** What it costs without the coupon. */
  subtotalAmount: string;
  discountAmount: string;
  totalAmount: string;
  /** It is null where no coupon was sent. */
  coupon: { valid: boolean; message: string } | null;
};

export type CouponValidation =
  | { valid: false; message: string }
  | {
      valid: true;
      message: string;
      /** `discount` in percent or reais by type; `discountValue` in reais for this product. */
      coupon: { code: string; name: string; type: CouponType; discount: number; discountValue: number };
    };

/** The limit counts per hour and purchase, and per visit of its page. */
export const RESEND_LIMIT = 2;
export const RESENT_ENOUGH = 'Você já pediu dois reenvios';
export const RESENT_TWICE = 'Já reenviamos este recibo duas vezes.';
