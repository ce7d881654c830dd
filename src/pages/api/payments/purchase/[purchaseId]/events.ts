import { showPurchase } from '#src/domain/purchases/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { eventStream } from '#src/http/event-stream.ts';
import { withFirstItem } from '#src/http/first-item.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params: { purchaseId = '' }, clientNetwork, request }) =>
    eventStream(shop, {
      topic: `purchase:${purchaseId}`,
      event: 'purchase',
      read: async () => withFirstItem(await showPurchase(shop, purchaseId, clientNetwork)),
      sendFirst: true,
      clientNetwork,
      request,
    }),
});
