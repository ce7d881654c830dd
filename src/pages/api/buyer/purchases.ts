import { listBuyerPurchases } from '#src/domain/buyers/purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { withFirstItem } from '#src/http/responses/first-item.ts';
import { ShownBuyerPurchase } from '#src/wire/buyers/shown-buyers.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  access: 'buyer',
  summary: 'Lista as compras do cliente',
  response: arrayOf(ShownBuyerPurchase),
  run: async ({ shop, buyer }) => (await listBuyerPurchases(shop, buyer)).map(withFirstItem),
});
