import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { showPixCharge } from '#src/domain/payments/open-charge.ts';
import { pollOverdue } from '#src/domain/payments/polling/poll-for-page.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { showQuote } from '#src/domain/purchases/quote-order.ts';
import { readRecovery } from '#src/domain/purchases/recovery-settings.ts';
import { attempt, checkForm, type PostedForm } from '#src/http/forms/forms.ts';
import type { CheckoutStart } from '#src/islands/checkout/checkout.tsx';
import {
  type CouponState,
  couponRefusal,
  type OrderStart,
  type ShownOrder,
} from '#src/islands/checkout/order-state.ts';
import { formatCents, parseCents } from '#src/wire/basics/money.ts';
import { WHATSAPP_FIELD } from '#src/wire/basics/whatsapp.ts';
import { MOST_LICENSES } from '#src/wire/products/most-licenses.ts';
import type { OrderQuote } from '#src/wire/purchases/checkout.ts';
import { CreatePayment, QuoteOrder } from '#src/wire/purchases/create-payment.ts';
import { groupsOf } from '#src/wire/purchases/items.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import type { PublicProduct } from '#src/wire/storefront/catalog.ts';

type Outcome = { purchaseId: string } | { status: number; start: CheckoutStart };

/** What was asked for, as typed. */
type Typed = { product: Pick<PublicProduct, 'id' | 'name' | 'price'>; quantity: string; couponCode: string };

export async function startCheckout(locals: App.Locals, typed: Typed): Promise<CheckoutStart> {
  return { ...(await blankForm(locals, typed)), isCouponOpen: typed.couponCode !== '' };
}

/** The submitted form is an order, or only its coupon or number of licenses. */
export async function submitForm(
  locals: App.Locals,
  product: Typed['product'],
  field: PostedForm | null,
  address: string,
): Promise<Outcome> {
  const { shop, clientNetwork } = locals;
  const productId = product.id;
  if (!field) return { status: 400, start: await blankForm(locals, { product, quantity: '', couponCode: '' }) };
  const intent = field('intent');
  const typedCode = intent === 'remove-coupon' ? '' : field('couponCode');
  const typed = { product, quantity: pressed(intent, field('quantity')), couponCode: typedCode };
  const start = { ...(await blankForm(locals, typed)), idempotencyKey: crypto.randomUUID() };
  start.buyer = {
    customerName: field('customerName').slice(0, 500),
    customerEmail: field('customerEmail').slice(0, 1_000),
    whatsapp: field('whatsapp').slice(0, 100),
  };
  start.isCouponOpen = intent === 'coupon' || typedCode.trim() !== '';
  const { coupon, quantity, quantityRefusal } = start.order;
  if ((coupon.name === 'open' && coupon.refusal) || quantityRefusal) return { status: 422, start };
  if (FORM_ONLY.has(intent)) return { status: 200, start };

  const order = checkForm(CreatePayment, {
    ...start.buyer,
    paymentMethod: field('paymentMethod'),
    productId,
    quantity,
    couponCode: coupon.name === 'applied' ? coupon.code : null,
  });
  if (!order.ok) {
    return { status: 422, start: { ...start, errors: order.fields, failure: order.fields['paymentMethod'] ?? null } };
  }
  const key = field('idempotencyKey').slice(0, 200) || keyOfOrder(locals, order.value);
  const paid = { ...order.value, origin: { address } };
  const created = await attempt(shop.log, startPayment(shop, paid, { idempotencyKey: key, clientNetwork }));
  if (created.ok) return { purchaseId: created.value.purchaseId };
  // The same key must find the same purchase again while the charge is unclear.
  const idempotencyKey = created.code === 'bank_unclear' ? key : start.idempotencyKey;
  return { status: created.status, start: { ...start, idempotencyKey, failure: created.message } };
}

const FORM_ONLY = new Set(['coupon', 'remove-coupon', 'fewer', 'more']);

/** The buttons beside the number, as a browser without script presses them. */
function pressed(intent: string, typed: string): string {
  const steps: Record<string, number> = { fewer: -1, more: 1 };
  const step = steps[intent];
  const number = Number(typed);
  if (step === undefined || !Number.isInteger(number)) return typed;
  return String(Math.min(MOST_LICENSES, Math.max(1, number + step)));
}

/** A double click must make one purchase, but the cached form has no key: derives it from order, network and time. */
function keyOfOrder({ shop, clientNetwork }: App.Locals, order: CreatePayment): string {
  const moment = Math.floor(shop.clock.now().getTime() / DOUBLE_CLICK_MS);
  return shop.hashNetwork(JSON.stringify([clientNetwork, order, moment]));
}

const DOUBLE_CLICK_MS = 10_000;

/** A purchase that cannot be paid here is `elsewhere`: it has ended, or several products; any other id is `unknown`. */
export async function findOpenPurchase({ shop, clientNetwork }: App.Locals, productId: string, purchaseId: string) {
  const purchase = purchaseId
    ? await attempt(
        shop.log,
        pollOverdue(shop, purchaseId, clientNetwork).then(() => showPurchase(shop, purchaseId)),
      )
    : null;
  const [first, ...others] = purchase?.ok ? purchase.value.items : [];
  if (!purchase?.ok || first?.productId !== productId) return { state: 'unknown' } as const;
  if (others.some((item) => item.productId !== productId)) return { state: 'elsewhere' } as const;
  const charge = await showPixCharge(shop, purchaseId);
  return charge ? ({ state: 'open', charge, purchase: purchase.value } as const) : ({ state: 'elsewhere' } as const);
}

export function showOrdered({ items, totalAmount, couponCode }: Purchase): ShownOrder {
  const priceCents = sumOf(items);
  const discountCents = priceCents - (parseCents(totalAmount) ?? 0);
  return {
    lines: groupsOf(items, ({ productId, price }) => `${productId} ${price}`).map((group) => ({
      productId: group[0].productId,
      name: group[0].productName,
      quantity: group.length,
      priceAmount: group[0].price,
      totalAmount: formatCents(sumOf(group)),
      reducedFrom: null,
    })),
    subtotalAmount: formatCents(priceCents),
    discount: couponCode && discountCents > 0 ? { code: couponCode, amount: formatCents(discountCents) } : null,
    totalAmount,
  };
}

function sumOf(items: readonly { price: string }[]): number {
  return items.reduce((sum, { price }) => sum + (parseCents(price) ?? 0), 0);
}

async function blankForm(locals: App.Locals, typed: Typed): Promise<CheckoutStart> {
  return {
    buyer: { customerName: '', customerEmail: '' },
    whatsapp: (await readRecovery(locals.shop.db)).asksWhatsapp ? WHATSAPP_FIELD : null,
    errors: {},
    failure: null,
    order: await priceTyped(locals, typed),
    isCouponOpen: false,
    idempotencyKey: null,
  };
}

/** What is refused of it is said, and the rest is priced without it. */
async function priceTyped(locals: App.Locals, { product, quantity, couponCode }: Typed): Promise<OrderStart> {
  const code = couponCode.slice(0, 60);
  const base = { quantity: 1, quantityRefusal: null, code, coupon: { name: 'open', refusal: null } } as const;
  const wanted = { productId: product.id, quantity: quantity || undefined, couponCode: code.trim() || null };
  const asked = checkForm(QuoteOrder, wanted);
  if (!asked.ok) {
    const { quantity: quantityRefusal = null, couponCode: couponText } = asked.fields;
    const rest = { product, quantity: quantityRefusal ? '' : quantity, couponCode: couponText ? '' : code };
    const coupon = couponText ? refused(couponText) : null;
    return { ...(await priceTyped(locals, rest)), quantityRefusal, code, ...(coupon && { coupon }) };
  }
  const { shop, clientNetwork } = locals;
  const quoted = await attempt(shop.log, showQuote(shop, asked.value, clientNetwork));
  if (quoted.ok) {
    const { coupon } = quoted.value;
    return {
      ...base,
      quote: quoted.value,
      quantity: asked.value.quantity ?? 1,
      coupon: coupon ? stateOf(coupon, asked.value.couponCode ?? '') : base.coupon,
    };
  }
  const quantityRefusal = quoted.fields?.['quantity'] ?? null;
  if (quantityRefusal) return { ...(await priceTyped(locals, { product, quantity: '', couponCode })), quantityRefusal };
  if (quoted.code === 'too_many_codes') {
    const rest = await priceTyped(locals, { product, quantity, couponCode: '' });
    return { ...rest, code, coupon: { name: 'open', refusal: quoted.message } };
  }
  return { ...base, quote: unquoted(product) };
}

function stateOf({ valid, message }: NonNullable<OrderQuote['coupon']>, code: string): CouponState {
  return valid ? { name: 'applied', code } : refused(message);
}

function refused(message: string): CouponState {
  return { name: 'open', refusal: couponRefusal(message) };
}

/** What is not sold any more has its last price, and its open order its own. */
function unquoted({ id, name, price }: Typed['product']): OrderQuote {
  const line = { productId: id, name, quantity: 1, priceAmount: price, totalAmount: price, reducedFrom: null };
  return { lines: [line], subtotalAmount: price, discountAmount: formatCents(0), totalAmount: price, coupon: null };
}
