import { decidePartialReturn } from '#src/domain/payments/manual-resolution.ts';
import { showSale } from '#src/domain/sales/sales.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { saleWithFirstKey } from '#src/http/responses/first-item.ts';
import { PartialReturnDecision } from '#src/wire/sales/sales.ts';

export const POST = endpoint({
  allow: 'refund',
  body: PartialReturnDecision,
  run: async ({ shop, user, showsKeys, body, params: { id = '' } }) => {
    await decidePartialReturn(shop, user, id, body);
    return saleWithFirstKey(await showSale(shop, id), { showsKeys });
  },
});
