import type { Click } from '#src/domain/affiliates/attribution.ts';
import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { modeOf } from '#src/domain/invoices/request-invoice.ts';
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
  NO_REFUSALS,
  type OrderStart,
  type ShownOrder,
} from '#src/islands/checkout/order-state.ts';
import { formatCents, parseCents } from '#src/wire/basics/money.ts';
import { WHATSAPP_FIELD } from '#src/wire/basics/whatsapp.ts';
import { DOCUMENT_FIELD } from '#src/wire/invoices/invoices.ts';
import { offerField } from '#src/wire/offers/offer-field.ts';
import type { OfferBeside } from '#src/wire/offers/offers.ts';
import { MOST_LICENSES } from '#src/wire/products/most-licenses.ts';
import type { OrderQuote } from '#src/wire/purchases/checkout.ts';
import { CreatePayment, QuoteOrder } from '#src/wire/purchases/create-payment.ts';
import { chosenId, groupsOf } from '#src/wire/purchases/items.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import type { PublicProduct } from '#src/wire/storefront/public-product.ts';

type Outcome = { purchaseId: string } | { status: number; start: CheckoutStart };

/** `buyerId` is the customer who is signed in to Minhas compras, `click` the partner's link that led here. */
type Visit = Pick<App.Locals, 'shop' | 'clientNetwork'> & { buyerId: string | null; click: Click | null };

/** What was asked for, as typed. */
type Typed = {
  product: Pick<PublicProduct, 'id' | 'name' | 'price'>;
  quantity: string;
  offerIds: string[];
  couponCode: string;
};

export async function startCheckout(locals: Visit, typed: Typed): Promise<CheckoutStart> {
  return { ...(await blankForm(locals, typed)), isCouponOpen: typed.couponCode !== '' };
}

/** The submitted form is an order, or only its coupon or number of licenses. */
export async function submitForm(
  locals: Visit,
  { product, offers }: { product: Typed['product']; offers: readonly OfferBeside[] },
  field: PostedForm | null,
  address: string,
): Promise<Outcome> {
  const { shop, clientNetwork, buyerId, click } = locals;
  const productId = product.id;
  if (!field)
    return { status: 400, start: await blankForm(locals, { product, quantity: '', offerIds: [], couponCode: '' }) };
  const intent = field('intent');
  const typedCode = intent === 'remove-coupon' ? '' : field('couponCode');
  const typed = {
    product,
    quantity: pressed(intent, field('quantity')),
    offerIds: offersIn(field, offers),
    couponCode: typedCode,
  };
  const start = { ...(await blankForm(locals, typed)), idempotencyKey: crypto.randomUUID() };
  start.buyer = {
    customerName: field('customerName').slice(0, 500),
    customerEmail: field('customerEmail').slice(0, 1_000),
    whatsapp: field('whatsapp').slice(0, 100),
    document: field('document').slice(0, 100),
  };
  start.isCouponOpen = intent === 'coupon' || typedCode.trim() !== '';
  const { coupon, quantity, offerIds, refusals } = start.order;
  if ((coupon.name === 'open' && coupon.refusal) || refusals.quantity || refusals.offers) return { status: 422, start };
  if (FORM_ONLY.has(intent) || intent.startsWith(TOGGLE)) return { status: 200, start };

  const order = checkForm(CreatePayment, {
    ...start.buyer,
    paymentMethod: field('paymentMethod'),
    productId,
    quantity,
    offerIds,
    couponCode: coupon.name === 'applied' ? coupon.code : null,
  });
  if (!order.ok) {
    return { status: 422, start: { ...start, errors: order.fields, failure: order.fields['paymentMethod'] ?? null } };
  }
  const key = field('idempotencyKey').slice(0, 200) || keyOfOrder(locals, order.value);
  const paid = { ...order.value, origin: { address }, buyerId, click };
  const created = await attempt(shop.log, startPayment(shop, paid, { idempotencyKey: key, clientNetwork }));
  if (created.ok) return { purchaseId: created.value.purchaseId };
  // The same key must find the same purchase again while the charge is unclear.
  const idempotencyKey = created.code === 'bank_unclear' ? key : start.idempotencyKey;
  const errors = created.fields ?? {};
  const failure = errors['document'] ? null : created.message;
  return { status: created.status, start: { ...start, idempotencyKey, errors, failure } };
}

const FORM_ONLY = new Set(['coupon', 'remove-coupon', 'fewer', 'more']);

/** The taken ones, after the pressed one was turned. */
function offersIn(field: PostedForm, offers: readonly OfferBeside[]): string[] {
  const pressedId = field('intent').startsWith(TOGGLE) ? field('intent').slice(TOGGLE.length) : null;
  const isTaken = ({ id }: OfferBeside) => (field(offerField(id)) !== '') !== (id === pressedId);
  return offers.filter(isTaken).map(({ id }) => id);
}

const TOGGLE = offerField('');

/** The buttons beside the number, as a browser without script presses them. */
function pressed(intent: string, typed: string): string {
  const steps: Record<string, number> = { fewer: -1, more: 1 };
  const step = steps[intent];
  const number = Number(typed);
  if (step === undefined || !Number.isInteger(number)) return typed;
  return String(Math.min(MOST_LICENSES, Math.max(1, number + step)));
}

/** A double click must make one purchase, but the cached form has no key: derives it from order, network and time. */
function keyOfOrder({ shop, clientNetwork }: Visit, order: CreatePayment): string {
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
  if (!purchase?.ok || !first || chosenId(first) !== productId) return { state: 'unknown' } as const;
  const isElsewhere = others.some((item) => chosenId(item) !== productId && item.offerId === null);
  if (isElsewhere) return { state: 'elsewhere' } as const;
  const charge = await showPixCharge(shop, purchaseId);
  return charge ? ({ state: 'open', charge, purchase: purchase.value } as const) : ({ state: 'elsewhere' } as const);
}

export function showOrdered({ items, totalAmount, couponCode }: Purchase): ShownOrder {
  const priceCents = sumOf(items);
  const discountCents = priceCents - (parseCents(totalAmount) ?? 0);
  return {
    lines: groupsOf(items, ({ productId, price, kitId, offerId }) => kitId ?? `${productId} ${price} ${offerId}`).map(
      (group) => {
        const [first] = group;
        const totalAmount = formatCents(sumOf(group));
        return {
          productId: chosenId(first),
          name: first.kitName ?? first.productName,
          quantity: first.kitId ? 1 : group.length,
          priceAmount: first.kitId ? totalAmount : first.price,
          totalAmount,
          reducedFrom: null,
        };
      },
    ),
    subtotalAmount: formatCents(priceCents),
    discount: couponCode && discountCents > 0 ? { code: couponCode, amount: formatCents(discountCents) } : null,
    totalAmount,
  };
}

function sumOf(items: readonly { price: string }[]): number {
  return items.reduce((sum, { price }) => sum + (parseCents(price) ?? 0), 0);
}

async function blankForm(locals: Visit, typed: Typed): Promise<CheckoutStart> {
  return {
    buyer: { customerName: '', customerEmail: '' },
    document: modeOf(locals.shop) === 'every_sale' ? DOCUMENT_FIELD : null,
    whatsapp: (await readRecovery(locals.shop.db)).asksWhatsapp ? WHATSAPP_FIELD : null,
    errors: {},
    failure: null,
    order: await priceTyped(locals, typed),
    isCouponOpen: false,
    idempotencyKey: null,
  };
}

/** What is refused of it is said, and the rest is priced without it. */
async function priceTyped(locals: Visit, { product, quantity, offerIds, couponCode }: Typed): Promise<OrderStart> {
  const code = couponCode.slice(0, 60);
  const base = {
    quantity: 1,
    offerIds,
    refusals: NO_REFUSALS,
    code,
    coupon: { name: 'open', refusal: null },
  } as const;
  const wanted = { productId: product.id, quantity: quantity || undefined, offerIds, couponCode: code.trim() || null };
  const asked = checkForm(QuoteOrder, wanted);
  if (!asked.ok) {
    const { quantity: quantityRefusal = null, couponCode: couponText } = asked.fields;
    const rest = { product, offerIds, quantity: quantityRefusal ? '' : quantity, couponCode: couponText ? '' : code };
    const coupon = couponText ? refused(couponText) : null;
    const shown = await priceTyped(locals, rest);
    const refusals = { ...shown.refusals, quantity: quantityRefusal };
    return { ...shown, refusals, code, ...(coupon && { coupon }) };
  }
  const { shop, clientNetwork, buyerId } = locals;
  const quoted = await attempt(shop.log, showQuote(shop, asked.value, clientNetwork, buyerId));
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
  if (quantityRefusal !== null) {
    const rest = await priceTyped(locals, { product, quantity: '', offerIds, couponCode });
    return { ...rest, refusals: { ...rest.refusals, quantity: quantityRefusal } };
  }
  if (quoted.code === 'offer_gone') {
    const rest = await priceTyped(locals, { product, quantity, offerIds: [], couponCode });
    return { ...rest, refusals: { ...rest.refusals, offers: quoted.message } };
  }
  if (quoted.code === 'too_many_codes') {
    const rest = await priceTyped(locals, { product, quantity, offerIds, couponCode: '' });
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
