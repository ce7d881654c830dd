import { compareNow, showComparison } from '#src/domain/comparison.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => showComparison(shop) });
export const POST = endpoint({ access: 'admin', run: ({ shop }) => compareNow(shop) });
