import { showAttention } from '#src/domain/upkeep/attention.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({
  allow: 'desk',
  run: ({ shop, role }) => showAttention(shop, role),
});
