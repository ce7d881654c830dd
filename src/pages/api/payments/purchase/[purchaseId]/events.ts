import { showPurchase } from '#src/domain/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { eventStream } from '#src/http/event-stream.ts';

export const GET = endpoint({
  access: 'public',
  run: ({ shop, params: { purchaseId = '' }, address, request }) =>
    eventStream(shop, {
      topic: `purchase:${purchaseId}`,
      event: 'purchase',
      read: () => showPurchase(shop, purchaseId, address),
      sendFirst: true,
      address,
      request,
    }),
});
