import { deleteCoupon, editCoupon } from '#src/domain/coupons/coupons.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CouponChange } from '#src/wire/coupons/coupons.ts';

export const PUT = endpoint({
  access: 'admin',
  body: CouponChange,
  run: ({ shop, user, params: { id = '' }, body }) => editCoupon(shop, user, id, body),
});

export const DELETE = endpoint({
  access: 'admin',
  run: ({ shop, user, params: { id = '' } }) => deleteCoupon(shop, user, id),
});
