import { showPurchase } from '#src/domain/purchases/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstItem } from '#src/http/first-item.ts';

export const GET = endpoint({
  access: 'public',
  run: async ({ shop, params: { purchaseId = '' }, clientNetwork }) =>
    withFirstItem(await showPurchase(shop, purchaseId, clientNetwork)),
});
