import { listAllCoupons, listCouponPage } from '#src/domain/coupon-list.ts';
import { createCoupon } from '#src/domain/promotions.ts';
import { created } from '#src/http/answers.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { asksForCouponPage, CouponFields, readCouponListRequest } from '#src/wire/coupons.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, url: { searchParams } }) =>
    asksForCouponPage(searchParams) ? listCouponPage(shop, readCouponListRequest(searchParams)) : listAllCoupons(shop),
});

export const POST = endpoint({
  access: 'admin',
  body: CouponFields,
  run: async ({ shop, user, body }) => created(await createCoupon(shop, user, body)),
});
