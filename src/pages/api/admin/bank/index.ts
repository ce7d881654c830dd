import { inspectBank } from '#src/domain/bank-setup.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => inspectBank(shop) });
