import { cancelWithdrawal } from '#src/domain/withdrawals/request-withdrawal.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CancelWithdrawal } from '#src/wire/withdrawals/withdrawals.ts';

export const POST = endpoint({
  access: 'public',
  body: CancelWithdrawal,
  run: ({ shop, params, body }) => cancelWithdrawal(shop, params['purchaseId'] ?? '', body),
});
