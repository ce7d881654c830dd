import { endpoint } from '#src/http/endpoint.ts';
import { closeBuyerSession, openBuyerSession } from '#src/http/sessions/buyer-session.ts';
import { Success } from '#src/wire/api/success.ts';
import { BuyerSession, OpenBuyerSession } from '#src/wire/buyers/buyer.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Entra em Minhas compras',
  response: BuyerSession,
  body: OpenBuyerSession,
  run: ({ shop, body, cookies, clientNetwork }) => openBuyerSession(shop, cookies, body, clientNetwork),
});

export const DELETE = endpoint({
  access: 'buyer',
  summary: 'Sai de Minhas compras',
  response: Success,
  run: ({ shop, cookies }) => closeBuyerSession(shop, cookies),
});
