import { showMachinesOfKey } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { KeyMachines } from '#src/wire/licenses/machines.ts';

export const GET = endpoint({
  scope: 'licenses:write',
  allow: 'readSales',
  summary: 'Lista os computadores de uma chave',
  response: KeyMachines,
  run: ({ shop, params: { id = '' } }) => showMachinesOfKey(shop, id),
});
