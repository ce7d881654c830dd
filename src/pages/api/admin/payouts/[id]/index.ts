import { keepInvoice, showPayout } from '#src/domain/payouts/payouts.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { KeepInvoice, PayoutDetails } from '#src/wire/payouts/payouts.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Mostra um pagamento e as vendas dele',
  response: PayoutDetails,
  run: ({ shop, params: { id = '' } }) => showPayout(shop, id),
});

export const PUT = endpoint({
  allow: 'pay',
  body: KeepInvoice,
  run: ({ shop, user, params: { id = '' }, body }) => keepInvoice(shop, user, id, body),
});
