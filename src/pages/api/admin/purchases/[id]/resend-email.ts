import { resendSaleReceipt } from '#src/domain/sales/sale-actions.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'admin',
  run: ({ shop, user, params: { id = '' } }) => resendSaleReceipt(shop, user, id),
});
