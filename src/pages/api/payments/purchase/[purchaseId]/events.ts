import { showPurchase } from '#src/domain/buyers/show-purchase.ts';
import { pollOverdue } from '#src/domain/payments/polling/poll-for-page.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { eventStream } from '#src/http/responses/event-stream.ts';
import { withFirstItem } from '#src/http/responses/first-item.ts';
import { EVENTS } from '#src/http/responses/media.ts';

export const GET = endpoint({
  access: 'public',
  summary: 'Avisa, por server-sent events, de cada mudança de uma compra',
  response: EVENTS,
  run: ({ shop, params: { purchaseId = '' }, clientNetwork, request }) =>
    eventStream(shop, {
      topic: `purchase:${purchaseId}`,
      event: 'purchase',
      read: async () => {
        await pollOverdue(shop, purchaseId, clientNetwork);
        return withFirstItem(await showPurchase(shop, purchaseId));
      },
      sendFirst: true,
      clientNetwork,
      request,
    }),
});
