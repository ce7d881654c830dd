import { findPurchaseByIdempotencyKey } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { findTypedCoupon } from '../coupons/coupon-codes.ts';
import { fingerprint } from '../ids.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { requestCharge, resumeCharge } from './charge.ts';
import { createPurchase, type Order, type OrderOrigin } from './create-purchase.ts';
import { enterCheckout, throttleFlood } from './order-flood.ts';
import { outcomeOfFailure } from './watching/metrics.ts';

type Asked = { idempotencyKey: string | null; clientNetwork: string };

export async function startPayment(shop: Shop, order: Order, asked: Asked): Promise<PaymentCreated> {
  try {
    const { created, isNew } = await findOrCharge(shop, order, asked);
    shop.metrics.countOrder(isNew ? 'charged' : 'repeated');
    return created;
  } catch (error) {
    shop.metrics.countOrder(outcomeOfFailure(error));
    throw error;
  }
}

async function findOrCharge(
  shop: Shop,
  order: Order,
  { idempotencyKey, clientNetwork }: Asked,
): Promise<{ created: PaymentCreated; isNew: boolean }> {
  const leave = await enterCheckout(shop, clientNetwork);
  try {
    const keyHash = idempotencyKey ? fingerprint(idempotencyKey) : null;
    const requestHash = hashOrder(order);
    const origin = { keyHash, requestHash, network: shop.hashNetwork(clientNetwork) };
    const { purchase, isNew } = await findOrOpen(shop, order, origin, clientNetwork);
    if (isNew) return { created: await requestCharge(shop, purchase), isNew };
    if (purchase.requestHash !== requestHash) throw sameKeyOtherOrder();
    return { created: await resumeCharge(shop, purchase), isNew };
  } finally {
    leave();
  }
}

async function findOrOpen(
  shop: Shop,
  order: Order,
  origin: OrderOrigin,
  clientNetwork: string,
): Promise<{ purchase: PurchaseRow; isNew: boolean }> {
  const { keyHash, network } = origin;
  const known = keyHash ? await findPurchaseByIdempotencyKey(shop.db, keyHash) : undefined;
  if (known) return { purchase: known, isNew: false };
  if (shop.pix.isUnreadable) throw bankUnreadable();
  const coupon = order.couponCode ? await findTypedCoupon(shop, order.couponCode, clientNetwork) : undefined;
  await throttleFlood(shop, network);
  return inTransaction(shop.db, async (tx) => {
    if (keyHash) await oneAtATime(tx, `order:${keyHash}`);
    const earlier = keyHash ? await findPurchaseByIdempotencyKey(tx, keyHash) : undefined;
    if (earlier) return { purchase: earlier, isNew: false };
    return { purchase: await createPurchase(tx, shop, { ...order, coupon }, origin), isNew: true };
  });
}

function hashOrder(order: Order): string {
  return fingerprint(
    JSON.stringify([
      order.productId,
      order.customerName,
      order.customerEmail,
      order.couponCode || null,
      ...(order.furtherProductIds ?? []),
    ]),
  );
}

function sameKeyOtherOrder() {
  return refusal(
    'invalid',
    'idempotency_mismatch',
    'Esta chave de idempotência já foi usada com outros dados. Use uma nova para uma nova compra.',
  );
}

function bankUnreadable() {
  return refusal(
    'unavailable',
    'bank_unreadable',
    'A loja não consegue gerar um Pix agora. Nada foi cobrado. Tente mais tarde, ou fale com o suporte.',
  );
}
