import { showHealth } from '#src/domain/upkeep/health.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ allow: 'settings', run: ({ shop }) => showHealth(shop) });
