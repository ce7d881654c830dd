import { cancelWithdrawal } from '#src/domain/withdrawals/request-withdrawal.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Done } from '#src/wire/purchases/purchases.ts';
import { CancelWithdrawal } from '#src/wire/withdrawals/withdrawals.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Cancela uma desistência',
  response: Done,
  body: CancelWithdrawal,
  run: ({ shop, params, body }) => cancelWithdrawal(shop, params['purchaseId'] ?? '', body),
});
