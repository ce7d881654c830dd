import { validateCoupon } from '#src/domain/coupons.ts';
import { startPayment } from '#src/domain/payments.ts';
import { showPixCharge, showPurchase } from '#src/domain/purchases.ts';
import type { Shop } from '#src/domain/shop.ts';
import { attempt, checkForm, type PostedForm } from '#src/http/forms.ts';
import type { CheckoutStart } from '#src/islands/checkout/checkout.tsx';
import { type CouponStart, couponRefusal } from '#src/islands/checkout/use-coupon.ts';
import { CreatePayment, ValidateCoupon } from '#src/wire/checkout.ts';

/** What a posted form leads to: the purchase, or the form once more with what is wrong with it. */
type Outcome = { purchaseId: string } | { status: number; start: CheckoutStart };

/** The form as a visitor finds it; a coupon named in the address is already applied. */
export async function openForm(shop: Shop, productId: string, couponCode: string): Promise<CheckoutStart> {
  return { ...(await blankForm(shop, productId, couponCode)), isCouponOpen: couponCode !== '' };
}

/** What a browser without script has posted: an order, or only its coupon. */
export async function takeForm(
  { shop, address }: App.Locals,
  productId: string,
  field: PostedForm | null,
): Promise<Outcome> {
  if (!field) return { status: 400, start: await blankForm(shop, productId, '') };
  const intent = field('intent');
  const typedCode = intent === 'remove-coupon' ? '' : field('couponCode');
  const start = await blankForm(shop, productId, typedCode);
  start.buyer = {
    customerName: field('customerName').slice(0, 500),
    customerEmail: field('customerEmail').slice(0, 1_000),
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
  const key = field('idempotencyKey').slice(0, 200) || start.idempotencyKey;
  const created = await attempt(shop.log, startPayment(shop, order.value, { idempotencyKey: key, address }));
  if (created.ok) return { purchaseId: created.value.purchaseId };
  // While the bank's answer is open, the same order under the same key finds its purchase again.
  const idempotencyKey = created.code === 'bank_unclear' ? key : start.idempotencyKey;
  return { status: created.status, start: { ...start, idempotencyKey, failure: created.message } };
}

/** A purchase of this product that can still be paid; `ended` for one that cannot, `unknown` for any other name. */
export async function findOpenPurchase(shop: Shop, productId: string, purchaseId: string) {
  const purchase = purchaseId ? await attempt(shop.log, showPurchase(shop, purchaseId)) : null;
  if (!purchase?.ok || purchase.value.productId !== productId) return { state: 'unknown' } as const;
  const charge = await showPixCharge(shop, purchaseId);
  return charge ? ({ state: 'open', charge, purchase: purchase.value } as const) : ({ state: 'ended' } as const);
}

async function blankForm(shop: Shop, productId: string, couponCode: string): Promise<CheckoutStart> {
  return {
    buyer: { customerName: '', customerEmail: '' },
    errors: {},
    failure: null,
    coupon: await judgeCoupon(shop, productId, couponCode),
    isCouponOpen: false,
    idempotencyKey: crypto.randomUUID(),
  };
}

async function judgeCoupon(shop: Shop, productId: string, typed: string): Promise<CouponStart> {
  const code = typed.slice(0, 60);
  if (!code.trim()) return { code: '', state: { name: 'open', refusal: null } };
  const asked = checkForm(ValidateCoupon, { code, productId });
  const answer = asked.ok ? await attempt(shop.log, validateCoupon(shop, asked.value)) : null;
  if (answer?.ok && answer.value.valid) return { code, state: { name: 'applied', coupon: answer.value.coupon } };
  const message = answer?.ok ? answer.value.message : 'Confira o código e tente de novo.';
  return { code, state: { name: 'open', refusal: couponRefusal(message) } };
}
