import type { OrderQuote, PaymentCreated } from '#src/wire/purchases/checkout.ts';
import type { QuoteOrder } from '#src/wire/purchases/create-payment.ts';
import { chosenId, groupsOf } from '#src/wire/purchases/items.ts';
import type { PixCharge, Purchase } from '#src/wire/purchases/purchases.ts';
import { ApiError, api } from '../api.ts';
import {
  type CheckoutOrder,
  forgetOpenPurchase,
  forgetOrder,
  orderKey,
  readJson,
  rememberOpenPurchase,
} from './checkout-draft.ts';

export async function requestPix(order: CheckoutOrder): Promise<PixCharge> {
  try {
    const charge = await api.post<PaymentCreated>(
      '/api/payments/create',
      { ...order, paymentMethod: 'pix', origin: readJson('origin') },
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

/** The same products once more. */
export function orderAgain({ items, couponCode }: Pick<Purchase, 'items' | 'couponCode'>) {
  const plain = items.filter(({ offerId }) => !offerId);
  const [productId = '', ...furtherProductIds] = groupsOf(plain, ({ id, kitId }) => kitId ?? id).map(([item]) =>
    chosenId(item),
  );
  return { productId, furtherProductIds, offerIds: items.flatMap(({ offerId }) => offerId ?? []), couponCode };
}

export function quoteOrder(asked: QuoteOrder): Promise<OrderQuote> {
  return api.post<OrderQuote>('/api/payments/quote', asked);
}

function isDefiniteRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'bank_refused' || (error.status >= 400 && error.status < 500 && error.status !== 429);
}
