import { findCoupon, takeCouponUse } from '#db/queries/coupons.ts';
import { takeCustomer } from '#db/queries/customers.ts';
import { findProductOnSale } from '#db/queries/products.ts';
import { findPurchaseByIdempotencyKey, insertPurchase } from '#db/queries/purchases.ts';
import { insertRedemption } from '#db/queries/redemptions.ts';
import type { ProductRow, PurchaseRow, Queryable } from '#db/tables.ts';
import { type CreatePayment, PAYMENT_WINDOW_MS, type PaymentCreated } from '#src/wire/checkout.ts';
import { dayOf } from '#src/wire/dates.ts';
import { BANK_TIME_MS, chargeBuyer, resumeCharge } from './charges.ts';
import { reasonAgainst } from './coupons.ts';
import { fingerprint, newId } from './ids.ts';
import { priceWith } from './pricing.ts';
import { conflict, notFound, refusal } from './refusals.ts';
import type { Shop } from './shop.ts';
import { noteEvent } from './time-line.ts';

/**
 * Starts a purchase: priced from the shop's own data, written PENDING with the coupon's use held, and only then charged at
 * the bank. The same key with the same order gives the same purchase again. `address` is where the order came from.
 */
export async function startPayment(
  shop: Shop,
  order: CreatePayment,
  { idempotencyKey, address }: { idempotencyKey: string | null; address: string },
): Promise<PaymentCreated> {
  const waitSeconds = await shop.limits.take('orders', address);
  if (waitSeconds !== null) throw tooMany(waitSeconds);
  const keyHash = idempotencyKey ? fingerprint(idempotencyKey) : null;
  const requestHash = hashOrder(order);
  const { purchase, isNew } = await shop.db.transaction().execute(async (tx) => {
    const earlier = keyHash ? await findPurchaseByIdempotencyKey(tx, keyHash) : undefined;
    if (earlier) return { purchase: earlier, isNew: false };
    return { purchase: await openPurchase(tx, shop, order, { keyHash, requestHash, address }), isNew: true };
  });
  if (isNew) return chargeBuyer(shop, purchase);
  if (purchase.requestHash !== requestHash) throw sameKeyOtherOrder();
  return resumeCharge(shop, purchase);
}

async function openPurchase(
  tx: Queryable,
  shop: Shop,
  order: CreatePayment,
  { keyHash, requestHash, address }: { keyHash: string | null; requestHash: string; address: string },
): Promise<PurchaseRow> {
  const now = shop.clock.now();
  const product = await findProductOnSale(tx, order.productId);
  if (!product) throw notFound('Produto não encontrado.');
  const coupon = order.couponCode ? await holdCoupon(tx, order.couponCode, dayOf(now)) : undefined;
  const customerId = await takeCustomer(tx, {
    id: newId(),
    name: order.customerName,
    email: order.customerEmail,
    createdAt: now.toISOString(),
    erasedAt: null,
  });
  const purchase = await insertPurchase(tx, {
    ...blankPurchase(shop, product, now),
    ...priceWith(product.priceCents, coupon),
    customerId,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    couponCode: coupon?.code ?? null,
    idempotencyKeyHash: keyHash,
    requestHash,
  });
  await noteEvent(tx, shop, purchase.id, 'created', 'checkout');
  if (coupon) {
    const at = now.toISOString();
    await insertRedemption(tx, {
      purchaseId: purchase.id,
      couponId: coupon.id,
      state: 'HELD',
      createdAt: at,
      updatedAt: at,
    });
    // Last of all: what is counted here does not go back with the transaction.
    const isWithin = coupon.maxUses === null || shop.couponHolds.take(purchase.id, address);
    if (!isWithin) throw tooManyUnpaid();
  }
  return purchase;
}

async function holdCoupon(tx: Queryable, code: string, day: string) {
  const held = await takeCouponUse(tx, code, day);
  if (held) return held;
  const reason = reasonAgainst(await findCoupon(tx, code), day);
  throw conflict('coupon_invalid', reason ?? 'Este cupom já atingiu o limite de usos.');
}

function blankPurchase(shop: Shop, product: ProductRow, now: Date) {
  return {
    id: newId(),
    transactionId: newId(),
    providerReference: newId(),
    provider: shop.pix.name,
    productId: product.id,
    productName: product.name,
    requiresActivation: product.requiresActivation,
    paidCents: null,
    status: 'PENDING' as const,
    failureReason: null,
    review: null,
    chargeState: 'creating' as const,
    providerChargeId: null,
    providerPaymentId: null,
    pixCopyPaste: null,
    expiresAt: new Date(now.getTime() + PAYMENT_WINDOW_MS).toISOString(),
    createdAt: now.toISOString(),
    completedAt: null,
    refundRequestedAt: null,
    refundedAt: null,
    keyWaitingSince: null,
    // If the process ends before the bank answers, the worker takes over once the call's own time is up.
    nextCheckAt: new Date(now.getTime() + BANK_TIME_MS + 3_000).toISOString(),
    lastCheckAt: null,
    checkCount: 0,
    downloadCount: 0,
  };
}

function hashOrder(order: CreatePayment): string {
  return fingerprint(
    JSON.stringify([order.productId, order.customerName, order.customerEmail, order.couponCode || null]),
  );
}

function tooMany(retryAfterSeconds: number) {
  return refusal('too_many', 'too_many_orders', 'Muitos pedidos seguidos. Aguarde e tente de novo.', {
    retryAfterSeconds,
  });
}

/** Whoever holds that many uses and pays none keeps them from those who would. */
function tooManyUnpaid() {
  return conflict(
    'coupon_invalid',
    'Há compras demais com cupom esperando pagamento na sua rede. Pague uma delas ou compre sem o cupom.',
  );
}

function sameKeyOtherOrder() {
  return refusal(
    'invalid',
    'idempotency_mismatch',
    'Esta chave de idempotência já foi usada com outros dados. Use uma nova para uma nova compra.',
  );
}
