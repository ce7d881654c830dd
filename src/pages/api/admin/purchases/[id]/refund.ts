import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { doneOrAccepted } from '#src/http/responses.ts';

export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user, params: { id = '' } }) => {
    const sale = await refundSale(shop, user, id);
    return doneOrAccepted(sale, sale.refundPending);
  },
});
