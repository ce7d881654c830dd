import { validateCoupon } from '#src/domain/coupons/validate-coupon.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readBuyerId } from '#src/http/sessions/buyer-session.ts';
import { CouponValidation } from '#src/wire/purchases/checkout.ts';
import { ValidateCoupon } from '#src/wire/purchases/create-payment.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Confere um cupom',
  response: CouponValidation,
  body: ValidateCoupon,
  run: async ({ shop, body, cookies, clientNetwork }) =>
    validateCoupon(shop, body, clientNetwork, await readBuyerId(shop, cookies)),
});
