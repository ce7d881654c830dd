import { exportCoupons } from '#src/domain/coupons/coupon-export.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CSV, respondWithTable } from '#src/http/responses/csv-response.ts';
import { COUPON_LIST } from '#src/wire/coupons/coupons.ts';

export const GET = endpoint({
  scope: 'coupons:read',
  allow: ['coupons', 'export'],
  confirms: true,
  summary: 'Exporta os cupons em CSV',
  response: CSV,
  query: COUPON_LIST,
  run: (call) => respondWithTable(call, COUPON_LIST, exportCoupons),
});
