import { withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RequestWithdrawal } from '#src/wire/withdrawals/withdrawals.ts';

export const POST = endpoint({
  access: 'public',
  body: RequestWithdrawal,
  run: ({ shop, params, body }) => withdraw(shop, params['purchaseId'] ?? '', body),
});
