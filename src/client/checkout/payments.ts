import type { CouponValidation, PaymentCreated } from '#src/wire/purchases/checkout.ts';
import type { PixCharge } from '#src/wire/purchases/purchases.ts';
import { ApiError, api } from '../api.ts';
import {
  type CheckoutOrder,
  forgetOpenPurchase,
  forgetOrder,
  orderKey,
  readJson,
  rememberOpenPurchase,
} from './checkout-draft.ts';

/** These are display texts; the server computes its own amounts and ignores these. */
type Amounts = { discountAmount: string; totalAmount: string };

export async function requestPix(order: CheckoutOrder, amounts?: Amounts): Promise<PixCharge> {
  try {
    const charge = await api.post<PaymentCreated>(
      '/api/payments/create',
      { ...order, ...amounts, paymentMethod: 'pix', origin: readJson('origin') },
      { headers: { 'Idempotency-Key': orderKey(order) } },
    );
    rememberOpenPurchase(order.productId, charge.purchaseId, charge.expiresAt);
    return charge;
  } catch (error) {
    if (isDefiniteRefusal(error)) forgetOrder(order.productId);
    throw error;
  }
}

export function endOrder(productId: string): void {
  forgetOrder(productId);
  forgetOpenPurchase(productId);
}

export async function fetchCoupon(code: string, productId: string, amount: string): Promise<CouponValidation> {
  return api.post<CouponValidation>('/api/validate-coupon', { code: code.trim().toUpperCase(), productId, amount });
}

function isDefiniteRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'bank_refused' || (error.status >= 400 && error.status < 500 && error.status !== 429);
}
