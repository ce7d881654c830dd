import { readSaleUpdate } from '#src/domain/reports/dashboard.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { eventStream } from '#src/http/responses/event-stream.ts';

export const GET = endpoint({
  allow: 'readSales',
  run: ({ shop, sessionId, clientNetwork, request }) =>
    eventStream(shop, {
      topic: 'sales',
      event: 'sale',
      read: () => readSaleUpdate(shop, sessionId),
      sendFirst: false,
      clientNetwork,
      request,
    }),
});
