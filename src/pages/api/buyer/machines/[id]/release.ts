import { releaseMachineOfCustomer } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  access: 'buyer',
  run: ({ shop, buyer, params: { id = '' } }) => releaseMachineOfCustomer(shop, buyer.customerId, id),
});
