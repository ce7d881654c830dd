import { releaseMachineOfItem } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { KeyMachines, ReleaseMachine } from '#src/wire/licenses/machines.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Libera um computador da licença de uma compra',
  response: KeyMachines,
  body: ReleaseMachine,
  run: ({ shop, body, params: { itemId = '' } }) => releaseMachineOfItem(shop, itemId, body),
});
