import { endpoint } from '#src/http/endpoint.ts';
import { closeBuyerSession, openBuyerSession } from '#src/http/sessions/buyer-session.ts';
import { OpenBuyerSession } from '#src/wire/buyers/buyer.ts';

export const POST = endpoint({
  access: 'public',
  body: OpenBuyerSession,
  run: ({ shop, body, cookies, clientNetwork }) => openBuyerSession(shop, cookies, body, clientNetwork),
});

export const DELETE = endpoint({ access: 'buyer', run: ({ shop, cookies }) => closeBuyerSession(shop, cookies) });
