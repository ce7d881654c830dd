import { recoverPurchase } from '#src/domain/buyers/recover-purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RecoverPurchase } from '#src/wire/buyers/buyer.ts';

export const POST = endpoint({
  access: 'public',
  body: RecoverPurchase,
  run: ({ shop, body, clientNetwork }) => recoverPurchase(shop, body, clientNetwork),
});
