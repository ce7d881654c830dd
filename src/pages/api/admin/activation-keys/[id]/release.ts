import { releaseMachines } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ReleaseMachines } from '#src/wire/licenses/machines.ts';

export const POST = endpoint({
  access: 'admin',
  gate: 'activation-keys',
  body: ReleaseMachines,
  run: ({ shop, user, body, params: { id = '' } }) => releaseMachines(shop, user, id, body),
});
