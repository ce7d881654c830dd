import { findCouponById, takeCouponUse } from '#db/queries/coupons/coupons.ts';
import { upsertCustomer } from '#db/queries/customers/customers.ts';
import { insertPurchase } from '#db/queries/purchases/new-purchases.ts';
import { countHeldUses } from '#db/queries/purchases/open-purchases.ts';
import type { OwnedLicense } from '#db/queries/purchases/owned-items.ts';
import { insertRedemption } from '#db/queries/purchases/redemptions.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { ProductRow } from '#db/tables/products.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { oneAtATime } from '#db/transactions.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { CreatePayment } from '#src/wire/purchases/create-payment.ts';
import { attribute, type Click } from '../affiliates/attribution.ts';
import {
  COUPON_USED_UP,
  OTHER_ADDRESS,
  UNKNOWN_CODE,
  whyNotForOrder,
  whyNotUsable,
  whyUsedUp,
} from '../coupons/validate-coupon.ts';
import { shopEventOf, wakeTellers } from '../hooks/announce-event.ts';
import { newId } from '../ids.ts';
import { keepTakerOfOrder } from '../invoices/request-invoice.ts';
import { mostHeld } from '../keys/most-held.ts';
import { reserveKeys } from '../keys/stock.ts';
import { describeSale } from '../purchases/announce-sale.ts';
import { findMissingParts } from '../purchases/complete-kit.ts';
import { type Bought, itemsOf } from '../purchases/purchase-items.ts';
import { originColumns } from '../purchases/purchase-origins.ts';
import { findOffered, findOrdered, type OrderedItems, priceOf, withCoupon } from '../purchases/quote-order.ts';
import { readRecovery } from '../purchases/recovery-settings.ts';
import { takeRenewal } from '../purchases/renewals.ts';
import { otherOwner, takeUpgrade } from '../purchases/upgrades.ts';
import { conflict, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { announcePurchase, eventOf } from '../timeline/purchase-events.ts';
import { BANK_TIME_MS } from './charge.ts';

export type Order = CreatePayment & {
  /** The unpaid purchase that the buyer takes up again. */
  retakes?: PurchaseRow;
  /** The customer who is signed in to Minhas compras, or whose mailbox brought a link here. */
  buyerId?: string | null;
  /** By which partner's link the buyer came. */
  click?: Click | null;
  /** The customer who owns some parts of the kit and buys the others. */
  completesFor?: string;
};

/** With the coupon of its code, unless the shop knows none, and the license that it upgrades. */
export type PricedOrder = Order & { coupon: CouponRow | undefined; license?: OwnedLicense | undefined };

export type OrderOrigin = { keyHash: string | null; requestHash: string; network: string };

/** Takes the coupon's use last, since concurrent orders wait for that row. */
export async function createPurchase(
  tx: Queryable,
  shop: Shop,
  order: PricedOrder,
  { keyHash, requestHash, network }: OrderOrigin,
): Promise<Bought> {
  const now = shop.clock.now();
  const { buyerId = null, license } = order;
  const ordered = await findItems(tx, order, now);
  const products = withCoupon(ordered, order.couponCode ? order.coupon : undefined);
  await reserveKeys(tx, products, { network, now: now.toISOString() });
  const why = order.couponCode ? await whyNotForOrder(tx, order.coupon, products, { day: dayOf(now), buyerId }) : null;
  const coupon = order.couponCode ? usable(order.coupon, why) : undefined;
  const customerId = await upsertCustomer(tx, {
    id: newId(),
    name: order.customerName,
    email: order.customerEmail,
    createdAt: now.toISOString(),
    erasedAt: null,
  });
  const ownerId = order.renewsItemId ? buyerId : license?.customerId;
  if (ownerId && ownerId !== customerId) throw otherOwner();
  if (coupon) await refuseOthers(tx, coupon, { customerId, buyerId });
  const asked = {
    ...blankPurchase(shop, products[0].kit ?? products[0], now),
    ...priceOf(products, coupon),
    customerId,
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    couponCode: coupon?.code ?? null,
    ...originColumns(order.origin, shop.settings.siteUrl),
    idempotencyKeyHash: keyHash,
    requestHash,
    ...(await attribute(tx, shop, { coupon, click: clickOf(order), email: order.customerEmail, now })),
    whatsapp: order.whatsapp && (await readRecovery(tx)).asksWhatsapp ? order.whatsapp : null,
    ...(order.retakes && keptOf(order.retakes)),
  };
  const items = itemsOf(asked, products);
  const event = eventOf(shop, asked.id, 'created', 'checkout', order.retakes ? 'reminder' : null);
  const within = { network, most: shop.settings.unpaidPerAddress };
  const shopEvent = shopEventOf(shop, describeSale('sale.created', { ...asked, items }));
  const inserted = await insertPurchase(tx, { purchase: asked, items, event, shopEvent, within });
  if (!inserted) throw tooManyUnpaid();
  const { purchase, isAwaited } = inserted;
  if (isAwaited) wakeTellers(tx, shop);
  const isOneClick = Boolean(order.retakes || order.completesFor || order.renewsItemId || order.upgrade);
  await keepTakerOfOrder(tx, shop, purchase, { ...order, isOneClick });
  announcePurchase(tx, shop, purchase.id);
  if (coupon) await holdUse(tx, coupon, { purchaseId: purchase.id, network, now });
  return { ...purchase, items };
}

async function findItems(tx: Queryable, order: PricedOrder, now: Date): Promise<OrderedItems> {
  const { productId, license, renewsItemId, completesFor, buyerId = null, offerIds = [] } = order;
  if (renewsItemId) return takeRenewal(tx, { ...order, renewsItemId }, buyerId, now);
  if (completesFor) return findMissingParts(tx, productId, completesFor);
  if (!license) return findOrdered(tx, order);
  return [await takeUpgrade(tx, productId, license), ...(await findOffered(tx, productId, offerIds))];
}

/** Who takes an unpaid order up again comes by the link of then, wherever the reminder was opened. */
function clickOf({ click = null, retakes }: Order): Click | null {
  const { attribution, affiliateId, attributedAt } = retakes ?? {};
  if (click || attribution !== 'link' || !affiliateId || !attributedAt) return click;
  return { affiliateId, clickedAt: attributedAt };
}

function keptOf({ id, originSource, originCampaign, origin, clickIds, whatsapp }: PurchaseRow) {
  return { recoveredFrom: id, originSource, originCampaign, origin, clickIds, whatsapp };
}

/** Orders of one address wait here for each other, since each has written its customer. */
async function refuseOthers(
  tx: Queryable,
  coupon: CouponRow,
  { customerId, buyerId }: { customerId: string; buyerId: string | null },
): Promise<void> {
  const isAnother = coupon.onlyOwnersOf !== null && customerId !== buyerId;
  usable(coupon, isAnother ? OTHER_ADDRESS : null);
  const usedUp = await whyUsedUp(tx, coupon, customerId);
  if (usedUp) throw conflict(COUPON_USED_UP, usedUp);
}

function usable(coupon: CouponRow | undefined, reason: string | null): CouponRow {
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
    const changed = await findCouponById(tx, coupon.id);
    usable(changed, whyNotUsable(changed, dayOf(now)));
    throw conflict('coupon_invalid', 'Este cupom acabou de mudar. Confira o preço e tente de novo.');
  }
  const at = now.toISOString();
  await insertRedemption(tx, { purchaseId, couponId: coupon.id, state: 'HELD', createdAt: at, updatedAt: at });
}

/** `product` may be a kit, by whose name the purchase is listed. */
export function blankPurchase(shop: Shop, product: Pick<ProductRow, 'id' | 'name'>, now: Date) {
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
    affiliateId: null,
    attribution: null,
    attributedAt: null,
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
