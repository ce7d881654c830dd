import { withdraw } from '#src/domain/withdrawals/request-withdrawal.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RequestWithdrawal, WithdrawalReceived } from '#src/wire/withdrawals/withdrawals.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Desiste de uma compra',
  response: WithdrawalReceived,
  body: RequestWithdrawal,
  run: ({ shop, params, body }) => withdraw(shop, params['purchaseId'] ?? '', body),
});
