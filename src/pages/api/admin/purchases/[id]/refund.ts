import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstKey } from '#src/http/responses/first-item.ts';
import { doneOrAccepted } from '#src/http/responses/responses.ts';

export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user, params: { id = '' } }) => {
    await refundSale(shop, user, id);
    const sale = await showSale(shop, id);
    return doneOrAccepted(withFirstKey(sale), sale.refundPending);
  },
});
