import { releaseMachines } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { KeyMachines, ReleaseMachines } from '#src/wire/licenses/machines.ts';

export const POST = endpoint({
  scope: 'licenses:write',
  allow: 'releaseMachines',
  summary: 'Libera um computador da chave, ou todos',
  response: KeyMachines,
  gate: 'activation-keys',
  body: ReleaseMachines,
  run: ({ shop, user, body, params: { id = '' } }) => releaseMachines(shop, user, id, body),
});
