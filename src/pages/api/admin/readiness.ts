import { showReadiness } from '#src/domain/upkeep/readiness.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'settings',
  run: ({ shop }) => showReadiness(shop),
});
