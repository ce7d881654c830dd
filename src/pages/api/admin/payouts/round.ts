import { readPayoutRound } from '#src/domain/payouts/payouts.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PayoutRound } from '#src/wire/payouts/payouts.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Soma o que falta pagar e o que já foi pago desde o fechamento mais antigo em aberto',
  response: PayoutRound,
  run: ({ shop }) => readPayoutRound(shop),
});
