import { noteWhatsappOpened } from '#src/domain/sales/sale-actions.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'admin',
  run: ({ shop, user, params: { id = '' } }) => noteWhatsappOpened(shop, user, id),
});
