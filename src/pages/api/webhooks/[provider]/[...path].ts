import { receiveWebhook } from '#src/domain/payments/webhooks.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { readText } from '#src/http/forms/body.ts';

export const POST = endpoint({
  access: 'public',
  summary: null,
  run: async ({ shop, params, url, headers, request }) =>
    receiveWebhook(shop, params['provider'], {
      url,
      headers,
      body: await readText(request),
      secret: params['path'] ?? null,
    }),
});
