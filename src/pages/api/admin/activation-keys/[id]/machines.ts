import { showMachinesOfKey } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, params: { id = '' } }) => showMachinesOfKey(shop, id),
});
