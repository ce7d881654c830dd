import { endpoint } from '#src/http/endpoint.ts';
import { logOut } from '#src/http/sessions/session.ts';

export const GET = endpoint({ access: 'public', run: ({ shop, cookies, headers }) => logOut(shop, cookies, headers) });
