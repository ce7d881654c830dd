import { activateOffline } from '#src/domain/licenses/activate-machine.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { OfflineRequest } from '#src/wire/licenses/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  body: OfflineRequest,
  run: ({ shop, body, clientNetwork }) => activateOffline(shop, body, clientNetwork),
});
