import { exportCoupons } from '#src/domain/coupons/coupon-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { csvResponse } from '#src/http/responses/csv-response.ts';
import { COUPON_LIST } from '#src/wire/coupons/coupons.ts';
import { readChosenIds } from '#src/wire/lists/chosen-rows.ts';
import { readListRequest } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, COUPON_LIST);
    return csvResponse({ waitForDrain }, await exportCoupons(shop, user, request, readChosenIds(searchParams)));
  },
});
