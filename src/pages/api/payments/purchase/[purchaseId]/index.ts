import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { pollOverdue } from '#src/domain/payments/polling/poll-for-page.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstItem } from '#src/http/responses/first-item.ts';
import { ShownPurchase } from '#src/wire/purchases/first-item.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Mostra uma compra',
  response: ShownPurchase,
  run: async ({ shop, params: { purchaseId = '' }, clientNetwork }) => {
    await pollOverdue(shop, purchaseId, clientNetwork);
    return withFirstItem(await showPurchase(shop, purchaseId));
  },
});
