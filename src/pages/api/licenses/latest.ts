import { showLatest } from '#src/domain/updates.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { LatestRelease } from '#src/wire/plugin-calls.ts';

export const POST = endpoint({
  access: 'public',
  body: LatestRelease,
  run: ({ shop, body, clientNetwork }) => showLatest(shop, body, clientNetwork),
});
