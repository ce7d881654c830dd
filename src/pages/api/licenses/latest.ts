import { showLatest } from '#src/domain/licenses/updates.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { LatestAnswer, LatestRelease } from '#src/wire/licenses/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Diz se há uma versão mais nova',
  response: LatestAnswer,
  body: LatestRelease,
  run: ({ shop, body, clientNetwork }) => showLatest(shop, body, clientNetwork),
});
