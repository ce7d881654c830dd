import { validateCoupon } from '#src/domain/coupons/validate-coupon.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ValidateCoupon } from '#src/wire/purchases/create-payment.ts';

export const POST = endpoint({
  access: 'public',
  body: ValidateCoupon,
  run: ({ shop, body, clientNetwork }) => validateCoupon(shop, body, clientNetwork),
});
