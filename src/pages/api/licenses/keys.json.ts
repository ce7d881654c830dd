import { showPublicKeys } from '#src/domain/licenses/public-keys.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PublicKeys } from '#src/wire/licenses/plugin-calls.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Mostra as chaves públicas das licenças (JWKS)',
  response: PublicKeys,
  run: ({ shop }) => showPublicKeys(shop),
});
