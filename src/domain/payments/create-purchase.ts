import { findCouponById, takeCouponUse } from '#db/queries/coupons/coupons.ts';
import { upsertCustomer } from '#db/queries/customers/customers.ts';
import { insertPurchase } from '#db/queries/purchases/new-purchases.ts';
import { countHeldUses } from '#db/queries/purchases/open-purchases.ts';
import { insertRedemption } from '#db/queries/purchases/redemptions.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { oneAtATime } from '#db/transactions.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { CreatePayment } from '#src/wire/purchases/create-payment.ts';
import { UNKNOWN_CODE, whyNotUsable } from '../coupons/validate-coupon.ts';
import { newId } from '../ids.ts';
import { mostHeld } from '../keys/most-held.ts';
import { reserveKeys } from '../keys/stock.ts';
import { type Bought, itemsOf } from '../purchases/purchase-items.ts';
import { originColumns } from '../purchases/purchase-origins.ts';
import { findOrdered, priceOf } from '../purchases/quote-order.ts';
import { readRecovery } from '../purchases/recovery-settings.ts';
import { conflict, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { announcePurchase, eventOf } from '../timeline/purchase-events.ts';
import { BANK_TIME_MS } from './charge.ts';

export type Order = CreatePayment & {
  /** The unpaid purchase that the buyer takes up again. */
  retakes?: PurchaseRow;
};

/** With the coupon of its code, unless the shop knows none. */
export type PricedOrder = Order & { coupon: CouponRow | undefined };

export type OrderOrigin = { keyHash: string | null; requestHash: string; network: string };

/** Takes the coupon's use last, since concurrent orders wait for that row. */
export async function createPurchase(
  tx: Queryable,
  shop: Shop,
  order: PricedOrder,
  { keyHash, requestHash, network }: OrderOrigin,
): Promise<Bought> {
  const now = shop.clock.now();
  const products = await findOrdered(tx, order);
  await reserveKeys(tx, products, { network, now: now.toISOString() });
  const coupon = order.couponCode ? usable(order.coupon, dayOf(now)) : undefined;
  const customerId = await upsertCustomer(tx, {
    id: newId(),
    name: order.customerName,
    email: order.customerEmail,
    createdAt: now.toISOString(),
    erasedAt: null,
  });
  const asked = {
    ...blankPurchase(shop, products[0], now),
    ...priceOf(products, coupon),
    customerId,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    couponCode: coupon?.code ?? null,
    ...originColumns(order.origin, shop.settings.siteUrl),
    idempotencyKeyHash: keyHash,
    requestHash,
    whatsapp: order.whatsapp && (await readRecovery(tx)).asksWhatsapp ? order.whatsapp : null,
    ...(order.retakes && keptOf(order.retakes)),
  };
  const items = itemsOf(asked, products);
  const event = eventOf(shop, asked.id, 'created', 'checkout', order.retakes ? 'reminder' : null);
  const within = { network, most: shop.settings.unpaidPerAddress };
  const purchase = await insertPurchase(tx, { purchase: asked, items, event, within });
  if (!purchase) throw tooManyUnpaid();
  announcePurchase(tx, shop, purchase.id);
  if (coupon) await holdUse(tx, coupon, { purchaseId: purchase.id, network, now });
  return { ...purchase, items };
}

function keptOf({ id, originSource, originCampaign, origin, clickIds, whatsapp }: PurchaseRow) {
  return { recoveredFrom: id, originSource, originCampaign, origin, clickIds, whatsapp };
}

function usable(coupon: CouponRow | undefined, day: string): CouponRow {
  const reason = whyNotUsable(coupon, day);
  if (!coupon || reason) throw conflict('coupon_invalid', reason ?? UNKNOWN_CODE);
  return coupon;
}

/** Limits unpaid uses per network, so that nobody blocks a coupon. */
async function holdUse(
  tx: Queryable,
  coupon: CouponRow,
  { purchaseId, network, now }: { purchaseId: string; network: string; now: Date },
): Promise<void> {
  if (coupon.maxUses !== null) {
    await oneAtATime(tx, `held:${network}:${coupon.id}`);
    const held = await countHeldUses(tx, network, coupon.id);
    if (held >= mostHeld(coupon.maxUses)) throw tooManyHeld();
  }
  if (!(await takeCouponUse(tx, coupon, dayOf(now)))) {
    usable(await findCouponById(tx, coupon.id), dayOf(now));
    throw conflict('coupon_invalid', 'Este cupom acabou de mudar. Confira o preço e tente de novo.');
  }
  const at = now.toISOString();
  await insertRedemption(tx, { purchaseId, couponId: coupon.id, state: 'HELD', createdAt: at, updatedAt: at });
}

export function blankPurchase(shop: Shop, product: ProductRow, now: Date) {
  return {
    id: newId(),
    transactionId: newId(),
    providerReference: newId(),
    provider: shop.pix.name,
    account: shop.pix.accountId,
    productId: product.id,
    productName: product.name,
    paidCents: null,
    returnedCents: 0,
    returnedAt: null,
    status: 'PENDING' as const,
    failureReason: null,
    review: null,
    chargeState: 'creating' as const,
    providerChargeId: null,
    providerPaymentId: null,
    endToEndId: null,
    payerHash: null,
    pixCopyPaste: null,
    expiresAt: new Date(now.getTime() + shop.settings.paymentMinutes * MINUTE_MS).toISOString(),
    createdAt: now.toISOString(),
    completedAt: null,
    refundRequestedAt: null,
    refundedAt: null,
    // If the process ends during the call, the worker polls after the call's time is up.
    nextCheckAt: new Date(now.getTime() + BANK_TIME_MS + 3_000).toISOString(),
    lastCheckAt: null,
    checkCount: 0,
    recoveredFrom: null,
    whatsapp: null,
    originSource: null,
    originCampaign: null,
    origin: null,
    clickIds: null,
  };
}

function tooManyHeld() {
  return conflict(
    'coupon_invalid',
    'Há compras demais com este cupom esperando pagamento na sua rede. Pague uma delas ou compre sem o cupom.',
  );
}

function tooManyUnpaid() {
  const sentence =
    'Há compras demais esperando pagamento na sua rede. Pague uma delas, ou tente de novo daqui a alguns minutos.';
  return refusal('too_many', 'too_many_unpaid', sentence, { retryAfterSeconds: 5 * 60 });
}
