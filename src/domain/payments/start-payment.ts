import { findEarlierOrder } from '#db/queries/purchases/new-purchases.ts';
import { findPurchaseByIdempotencyKey } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import type { PaymentCreated } from '#src/wire/purchases/checkout.ts';
import { findTypedCoupon } from '../coupons/coupon-codes.ts';
import { COUPON_USED_UP } from '../coupons/validate-coupon.ts';
import { fingerprint } from '../ids.ts';
import type { Bought } from '../purchases/purchase-items.ts';
import { proveUpgrade } from '../purchases/upgrades.ts';
import { refuseFor } from '../rate-limits.ts';
import { isRefusal, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { requestCharge, resumeCharge } from './charge.ts';
import { createPurchase, type Order, type OrderOrigin, type PricedOrder } from './create-purchase.ts';
import { enterCheckout, FLOOD, throttleFlood } from './order-flood.ts';
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
    const opened = await findOrOpen(shop, order, origin, clientNetwork);
    if ('items' in opened) return { created: await requestCharge(shop, opened), isNew: true };
    if (opened.requestHash !== requestHash) throw sameKeyOtherOrder();
    return { created: await resumeCharge(shop, opened), isNew: false };
  } finally {
    leave();
  }
}

/** One that is new comes with its items. */
async function findOrOpen(
  shop: Shop,
  order: Order,
  origin: OrderOrigin,
  clientNetwork: string,
): Promise<PurchaseRow | Bought> {
  const { earlier, isFlood } = await findEarlierOrder(shop.db, origin.keyHash, FLOOD);
  if (earlier) return earlier;
  if (shop.pix.isUnreadable) throw bankUnreadable();
  try {
    const coupon = order.couponCode ? await findTypedCoupon(shop, order.couponCode, clientNetwork) : undefined;
    if (coupon?.perCustomer) refuseFor(await shop.limits.peek('usedUpCoupons', clientNetwork));
    if (isFlood) await throttleFlood(shop, origin.network);
    const { upgrade, buyerId = null } = order;
    const license = upgrade && (await proveUpgrade(shop, { ...order, upgrade }, { clientNetwork, buyerId }));
    return await openOrRepeat(shop, { ...order, coupon, license }, origin);
  } catch (error) {
    // The same order may have come twice at once, and the first have got the last key or the coupon's last use.
    const first = origin.keyHash ? await findPurchaseByIdempotencyKey(shop.db, origin.keyHash) : undefined;
    if (first) return first;
    if (isRefusal(error) && error.code === COUPON_USED_UP) await shop.limits.take('usedUpCoupons', clientNetwork);
    throw error;
  }
}

/** Of two that write the same key at once, one is undone and begins anew. */
function openOrRepeat(shop: Shop, order: PricedOrder, origin: OrderOrigin) {
  let isRepeated = false;
  return inTransaction(shop.db, async (tx) => {
    const { keyHash } = origin;
    const first = isRepeated && keyHash ? await findPurchaseByIdempotencyKey(tx, keyHash) : undefined;
    isRepeated = true;
    return first ?? createPurchase(tx, shop, order, origin);
  });
}

function hashOrder(order: Order): string {
  return fingerprint(
    JSON.stringify([
      order.productId,
      order.customerName,
      order.customerEmail,
      order.couponCode || null,
      ...(order.quantity && order.quantity > 1 ? [order.quantity] : []),
      ...(order.furtherProductIds ?? []),
      ...(order.offerIds ?? []).map((id) => `offer:${id}`),
      ...(order.upgrade ? [order.upgrade] : []),
      ...(order.renewsItemId ? [`renews:${order.renewsItemId}`] : []),
      ...(order.completesFor ? ['completes'] : []),
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
