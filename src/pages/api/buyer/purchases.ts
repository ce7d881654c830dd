import { listBuyerPurchases } from '#src/domain/buyers/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstItem } from '#src/http/responses/first-item.ts';

export const GET = endpoint({
  access: 'buyer',
  run: async ({ shop, buyer }) => (await listBuyerPurchases(shop, buyer)).map(withFirstItem),
});
