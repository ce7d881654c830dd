import { listPayable } from '#src/domain/payouts/close-payouts.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';
import { Payable } from '#src/wire/payouts/payouts.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Lista o que está liberado para cada parceiro',
  response: arrayOf(Payable),
  run: ({ shop }) => listPayable(shop),
});
