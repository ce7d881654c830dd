import { endpoint } from '#src/http/endpoint.ts';
import { leave } from '#src/http/session.ts';

export const GET = endpoint({ access: 'public', run: ({ shop, cookies, headers }) => leave(shop, cookies, headers) });
