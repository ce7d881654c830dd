import { summarizeCommissions } from '#src/domain/affiliate-sales.ts';
import { endpoint } from '#src/http/endpoint.ts';

/** Of one affiliate, or of `all`. */
export const GET = endpoint({
  access: 'admin',
  run: ({ shop, params: { id = '' } }) => summarizeCommissions(shop, id),
});
