import { SECOND_MS } from '#src/wire/basics/durations.ts';
import type { Buyer } from '#src/wire/buyers/buyer.ts';
import { startPayment } from '../payments/start-payment.ts';
import { listRenewals, notRenewable } from '../purchases/renewals.ts';
import type { Shop } from '../shop.ts';

/** A double click makes one purchase, and a Pix that waits already is the one to pay. */
export async function renewItem(
  shop: Shop,
  { customerId, name, email }: Pick<Buyer, 'customerId' | 'name' | 'email'>,
  itemId: string,
  clientNetwork: string,
): Promise<{ purchaseId: string }> {
  const now = shop.clock.now();
  const item = (await listRenewals(shop.db, customerId, now)).find(({ id }) => id === itemId);
  if (!item) throw notRenewable();
  if (item.openPurchaseId) return { purchaseId: item.openPurchaseId };
  const buyer = { customerName: name, customerEmail: email, paymentMethod: 'pix', buyerId: customerId } as const;
  const order = { ...buyer, productId: item.productId, renewsItemId: itemId };
  const idempotencyKey = `renew:${itemId}:${Math.floor(now.getTime() / DOUBLE_CLICK_MS)}`;
  const { purchaseId } = await startPayment(shop, order, { idempotencyKey, clientNetwork });
  return { purchaseId };
}

const DOUBLE_CLICK_MS = 10 * SECOND_MS;
