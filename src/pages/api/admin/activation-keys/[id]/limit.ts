import { limitMachines } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { LimitMachines } from '#src/wire/licenses/machines.ts';

export const PUT = endpoint({
  access: 'admin',
  gate: 'activation-keys',
  body: LimitMachines,
  run: ({ shop, user, body, params: { id = '' } }) => limitMachines(shop, user, id, body),
});
