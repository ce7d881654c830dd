import { limitMachines } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { LimitMachines } from '#src/wire/licenses/machine-limit.ts';
import { KeyMachines } from '#src/wire/licenses/machines.ts';

export const PUT = endpoint({
  scope: 'licenses:write',
  allow: 'writeKeys',
  summary: 'Muda em quantos computadores uma chave vale',
  response: KeyMachines,
  gate: 'activation-keys',
  body: LimitMachines,
  run: ({ shop, user, body, params: { id = '' } }) => limitMachines(shop, user, id, body),
});
