import { noteWhatsappOpened } from '#src/domain/sales/sale-actions.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'admin',
  run: async ({ shop, user, params: { id = '' } }) => {
    await noteWhatsappOpened(shop, user, id);
    return showSale(shop, id);
  },
});
