import { refundSale } from '#src/domain/payments/refunds/refund.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { saleWithFirstKey } from '#src/http/responses/first-item.ts';
import { doneOrAccepted } from '#src/http/responses/responses.ts';
import { ShownSale } from '#src/wire/sales/shown-sales.ts';

export const POST = endpoint({
  scope: 'sales:refund',
  allow: 'refund',
  confirms: true,
  summary: 'Reembolsa uma venda',
  response: ShownSale,
  status: [200, 202],
  run: async ({ shop, user, showsKeys, params: { id = '' } }) => {
    await refundSale(shop, user, id);
    const sale = await showSale(shop, id);
    return doneOrAccepted(saleWithFirstKey(sale, { showsKeys }), sale.refundPending);
  },
});
