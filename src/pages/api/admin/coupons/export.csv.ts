import { exportCoupons } from '#src/domain/coupon-export.ts';
import { csvResponse } from '#src/http/csv-response.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readChosenIds } from '#src/wire/chosen-rows.ts';
import { COUPON_LIST } from '#src/wire/coupons.ts';
import { readListRequest } from '#src/wire/lists.ts';

export const GET = endpoint({
  access: 'admin',
  run: async ({ shop, user, url: { searchParams }, waitForDrain }) => {
    const request = readListRequest(searchParams, COUPON_LIST);
    return csvResponse({ waitForDrain }, await exportCoupons(shop, user, request, readChosenIds(searchParams)));
  },
});
