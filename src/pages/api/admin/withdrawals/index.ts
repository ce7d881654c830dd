import { listWaitingWithdrawals } from '#src/domain/withdrawals/withdrawals.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AwaitedWithdrawals } from '#src/wire/withdrawals/withdrawals.ts';

export const GET = endpoint({
  scope: 'sales:read',
  allow: 'readWithdrawals',
  summary: 'Lista as desistências que esperam uma resposta',
  response: AwaitedWithdrawals,
  run: ({ shop }) => listWaitingWithdrawals(shop),
});
