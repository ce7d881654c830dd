import { withdraw } from '#src/domain/payments/request-withdrawal.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RequestWithdrawal } from '#src/wire/withdrawals.ts';

export const POST = endpoint({
  access: 'public',
  body: RequestWithdrawal,
  run: ({ shop, params, body }) => withdraw(shop, params['purchaseId'] ?? '', body),
});
