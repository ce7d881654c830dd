import { acceptShortPayment } from '#src/domain/payments/manual-resolution.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user, params: { id = '' } }) => {
    await acceptShortPayment(shop, user, id);
    return showSale(shop, id);
  },
});
