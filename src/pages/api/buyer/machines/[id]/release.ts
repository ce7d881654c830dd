import { releaseMachineOfCustomer } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { KeyMachines } from '#src/wire/licenses/machines.ts';

export const POST = endpoint({
  access: 'buyer',
  summary: 'Libera um computador do cliente',
  response: KeyMachines,
  run: ({ shop, buyer, params: { id = '' } }) => releaseMachineOfCustomer(shop, buyer.customerId, id),
});
