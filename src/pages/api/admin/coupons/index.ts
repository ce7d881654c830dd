import { listAllCoupons, listCouponPage } from '#src/domain/coupons/coupon-list.ts';
import { createCoupon } from '#src/domain/coupons/coupons.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { COUPON_LIST, Coupon, CouponFields } from '#src/wire/coupons/coupons.ts';
import { listOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'coupons:read',
  allow: 'coupons',
  summary: 'Lista os cupons',
  response: listOf(Coupon),
  query: COUPON_LIST,
  run: (call) => respondWithList(call, COUPON_LIST, { page: listCouponPage, whole: listAllCoupons }),
});

export const POST = endpoint({
  scope: 'coupons:write',
  allow: 'coupons',
  summary: 'Cria um cupom',
  response: Coupon,
  status: 201,
  body: CouponFields,
  run: ({ shop, user, body }) => createCoupon(shop, user, body),
});
