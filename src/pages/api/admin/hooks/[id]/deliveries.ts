import { listDeliveryPage } from '#src/domain/hooks/deliveries.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { DELIVERY_LIST, Delivery } from '#src/wire/hooks/deliveries.ts';
import { pageOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'hooks:write',
  allow: 'hooks',
  summary: 'Lista as entregas de um webhook',
  response: pageOf(Delivery),
  query: DELIVERY_LIST,
  run: ({ shop, url, params: { id = '' } }) => listDeliveryPage(shop, id, url.searchParams),
});
