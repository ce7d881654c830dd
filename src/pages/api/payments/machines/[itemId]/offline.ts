import { licenseOfflineMachine } from '#src/domain/licenses/manage-machines.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { OfflineLicense, OfflineRequest } from '#src/wire/licenses/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Cria a licença de um computador sem internet',
  response: OfflineLicense,
  body: OfflineRequest,
  run: ({ shop, body, clientNetwork, params: { itemId = '' } }) =>
    licenseOfflineMachine(shop, itemId, body, clientNetwork),
});
