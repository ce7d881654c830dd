import { showAttention } from '#src/domain/upkeep/attention.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', scope: null, run: ({ shop }) => showAttention(shop) });
