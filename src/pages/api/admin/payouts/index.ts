import { closePayouts } from '#src/domain/payouts/close-payouts.ts';
import { listAllPayouts, listPayoutPage } from '#src/domain/payouts/payouts.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { respondWithList } from '#src/http/responses/list-response.ts';
import { listOf } from '#src/wire/lists/lists.ts';
import { ClosePayouts, PAYOUT_LIST, Payout } from '#src/wire/payouts/payouts.ts';

export const GET = endpoint({
  scope: 'affiliates:read',
  allow: 'readPartners',
  summary: 'Lista os pagamentos a parceiros',
  response: listOf(Payout),
  query: PAYOUT_LIST,
  run: (call) => respondWithList(call, PAYOUT_LIST, { page: listPayoutPage, whole: listAllPayouts }),
});

export const POST = endpoint({
  allow: 'pay',
  confirms: true,
  status: 201,
  body: ClosePayouts,
  run: ({ shop, user, body }) => closePayouts(shop, user, body),
});
