import { showSale } from '#src/domain/sales/sales.ts';
import { answerWithdrawal } from '#src/domain/withdrawals/answer-withdrawal.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { saleWithFirstKey } from '#src/http/responses/first-item.ts';
import { DecideWithdrawal } from '#src/wire/withdrawals/withdrawal-decision.ts';

export const POST = endpoint({
  allow: 'refund',
  confirms: true,
  body: DecideWithdrawal,
  run: async ({ shop, user, showsKeys, body, params: { id = '' } }) => {
    await answerWithdrawal(shop, user, id, body);
    return saleWithFirstKey(await showSale(shop, id), { showsKeys });
  },
});
