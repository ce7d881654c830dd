import type { CouponValidation, PaymentCreated } from '#src/wire/checkout.ts';
import type { PixCharge } from '#src/wire/purchases.ts';
import { ApiError, api } from './api.ts';
import { forgetOpenPurchase, forgetOrder, type Order, orderKey, rememberOpenPurchase } from './checkout-draft.ts';

/** Display texts that go along with an order. The shop has its own figures and believes none of them. */
type Amounts = { discountAmount: string; totalAmount: string };

/** Asks for a Pix. The same order asked twice gives the same one, until it has come to an end. */
export async function requestPix(order: Order, amounts?: Amounts): Promise<PixCharge> {
  try {
    const charge = await api.post<PaymentCreated>(
      '/api/payments/create',
      { ...order, ...amounts, paymentMethod: 'pix' },
      { headers: { 'Idempotency-Key': orderKey(order) } },
    );
    rememberOpenPurchase(order.productId, charge.purchaseId, charge.expiresAt);
    return charge;
  } catch (error) {
    if (isDefinite(error)) forgetOrder(order.productId);
    throw error;
  }
}

/** The purchase behind an order was paid or closed: nothing to continue, and the next order is a new one. */
export function endOrder(productId: string): void {
  forgetOrder(productId);
  forgetOpenPurchase(productId);
}

export async function askCoupon(code: string, productId: string, amount: string): Promise<CouponValidation> {
  return api.post<CouponValidation>('/api/validate-coupon', { code: code.trim().toUpperCase(), productId, amount });
}

/** Whether it is sure that the order made no purchase that could still be paid. */
function isDefinite(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'bank_refused' || (error.status >= 400 && error.status < 500 && error.status !== 429);
}
