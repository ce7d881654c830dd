import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { validateCoupon } from '#src/domain/coupons/validate-coupon.ts';
import { showPixCharge } from '#src/domain/payments/open-charge.ts';
import { pollOverdue } from '#src/domain/payments/polling/poll-for-page.ts';
import { startPayment } from '#src/domain/payments/start-payment.ts';
import { readRecovery } from '#src/domain/purchases/recovery-settings.ts';
import { attempt, checkForm, type PostedForm } from '#src/http/forms/forms.ts';
import type { CheckoutStart } from '#src/islands/checkout/checkout.tsx';
import { type CouponStart, couponRefusal } from '#src/islands/checkout/coupon-state.ts';
import { WHATSAPP_FIELD } from '#src/wire/basics/whatsapp.ts';
import { CreatePayment, ValidateCoupon } from '#src/wire/purchases/create-payment.ts';

type Outcome = { purchaseId: string } | { status: number; start: CheckoutStart };

export async function startCheckout(locals: App.Locals, productId: string, couponCode: string): Promise<CheckoutStart> {
  return { ...(await blankForm(locals, productId, couponCode)), isCouponOpen: couponCode !== '' };
}

/** The submitted form is an order, or only its coupon. */
export async function submitForm(
  locals: App.Locals,
  productId: string,
  field: PostedForm | null,
  address: string,
): Promise<Outcome> {
  const { shop, clientNetwork } = locals;
  if (!field) return { status: 400, start: await blankForm(locals, productId, '') };
  const intent = field('intent');
  const typedCode = intent === 'remove-coupon' ? '' : field('couponCode');
  const start = { ...(await blankForm(locals, productId, typedCode)), idempotencyKey: crypto.randomUUID() };
  start.buyer = {
    customerName: field('customerName').slice(0, 500),
    customerEmail: field('customerEmail').slice(0, 1_000),
    whatsapp: field('whatsapp').slice(0, 100),
  };
  start.isCouponOpen = intent === 'coupon' || typedCode.trim() !== '';
  const { state } = start.coupon;
  if (state.name === 'open' && state.refusal) return { status: 422, start };
  if (intent === 'coupon' || intent === 'remove-coupon') return { status: 200, start };

  const order = checkForm(CreatePayment, {
    ...start.buyer,
    paymentMethod: field('paymentMethod'),
    productId,
    couponCode: state.name === 'applied' ? state.coupon.code : null,
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

/** A double click must make one purchase, but the cached form has no key: derives it from order, network and time. */
function keyOfOrder({ shop, clientNetwork }: App.Locals, order: CreatePayment): string {
  const moment = Math.floor(shop.clock.now().getTime() / DOUBLE_CLICK_MS);
  return shop.hashNetwork(JSON.stringify([clientNetwork, order, moment]));
}

const DOUBLE_CLICK_MS = 10_000;

/** A purchase that cannot be paid here is `elsewhere`: it has ended, or several items; any other id is `unknown`. */
export async function findOpenPurchase({ shop, clientNetwork }: App.Locals, productId: string, purchaseId: string) {
  const purchase = purchaseId
    ? await attempt(
        shop.log,
        pollOverdue(shop, purchaseId, clientNetwork).then(() => showPurchase(shop, purchaseId)),
      )
    : null;
  const [first, ...others] = purchase?.ok ? purchase.value.items : [];
  if (!purchase?.ok || first?.productId !== productId) return { state: 'unknown' } as const;
  if (others.length > 0) return { state: 'elsewhere' } as const;
  const charge = await showPixCharge(shop, purchaseId);
  return charge ? ({ state: 'open', charge, purchase: purchase.value } as const) : ({ state: 'elsewhere' } as const);
}

async function blankForm(locals: App.Locals, productId: string, couponCode: string): Promise<CheckoutStart> {
  return {
    buyer: { customerName: '', customerEmail: '' },
    whatsapp: (await readRecovery(locals.shop.db)).asksWhatsapp ? WHATSAPP_FIELD : null,
    errors: {},
    failure: null,
    coupon: await checkCoupon(locals, productId, couponCode),
    isCouponOpen: false,
    idempotencyKey: null,
  };
}

async function checkCoupon(
  { shop, clientNetwork }: App.Locals,
  productId: string,
  typed: string,
): Promise<CouponStart> {
  const code = typed.slice(0, 60);
  if (!code.trim()) return { code: '', state: { name: 'open', refusal: null } };
  const asked = checkForm(ValidateCoupon, { code, productId });
  const validation = asked.ok ? await attempt(shop.log, validateCoupon(shop, asked.value, clientNetwork)) : null;
  if (validation?.ok && validation.value.valid)
    return { code, state: { name: 'applied', coupon: validation.value.coupon } };
  if (validation && !validation.ok && validation.code === 'too_many_codes') {
    return { code, state: { name: 'open', refusal: validation.message } };
  }
  const message = validation?.ok ? validation.value.message : 'Confira o código e tente de novo.';
  return { code, state: { name: 'open', refusal: couponRefusal(message) } };
}
