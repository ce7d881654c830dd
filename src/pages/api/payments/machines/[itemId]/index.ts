import { showMachinesOfItem } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params: { itemId = '' } }) => showMachinesOfItem(shop, itemId),
});
