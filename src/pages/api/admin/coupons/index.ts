import { listAllCoupons, listCouponPage } from '#src/domain/coupons/coupon-list.ts';
import { createCoupon } from '#src/domain/coupons/coupons.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { created } from '#src/http/responses/responses.ts';
import { COUPON_LIST, CouponFields } from '#src/wire/coupons/coupons.ts';

export const GET = endpoint({
  access: 'admin',
  run: (call) => respondWithList(call, COUPON_LIST, { page: listCouponPage, whole: listAllCoupons }),
});

export const POST = endpoint({
  access: 'admin',
  body: CouponFields,
  run: async ({ shop, user, body }) => created(await createCoupon(shop, user, body)),
});
