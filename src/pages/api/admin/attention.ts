import { showAttention } from '#src/domain/upkeep/attention.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => showAttention(shop) });
