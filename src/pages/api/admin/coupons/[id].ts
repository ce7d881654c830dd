import { deleteCoupon, editCoupon, showCoupon } from '#src/domain/coupons/coupons.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { expectMatch } from '#src/http/responses/etag.ts';
import { Success } from '#src/wire/api/success.ts';
import { Coupon, CouponChange } from '#src/wire/coupons/coupons.ts';

export const GET = endpoint({
  scope: 'coupons:read',
  allow: 'coupons',
  summary: 'Mostra um cupom',
  response: Coupon,
  run: ({ shop, params: { id = '' } }) => showCoupon(shop, id),
});

export const PUT = endpoint({
  scope: 'coupons:write',
  allow: 'coupons',
  readsIfMatch: true,
  summary: 'Muda um cupom',
  response: Coupon,
  body: CouponChange,
  run: ({ shop, user, params: { id = '' }, body, request }) =>
    editCoupon(shop, user, id, body, (shown) => expectMatch(request, shown)),
});

export const DELETE = endpoint({
  scope: 'coupons:write',
  allow: 'coupons',
  summary: 'Exclui um cupom',
  response: Success,
  run: ({ shop, user, params: { id = '' } }) => deleteCoupon(shop, user, id),
});
