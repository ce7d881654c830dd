import { showMachinesOfItem } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { KeyMachines } from '#src/wire/licenses/machines.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Lista os computadores da licença de uma compra',
  response: KeyMachines,
  run: ({ shop, params: { itemId = '' } }) => showMachinesOfItem(shop, itemId),
});
