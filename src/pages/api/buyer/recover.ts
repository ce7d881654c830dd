import { recoverPurchase } from '#src/domain/buyers/recover-purchases.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RecoverPurchase } from '#src/wire/buyers/buyer.ts';
import { RecoveredPurchase } from '#src/wire/buyers/shown-buyers.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Encontra uma compra pela chave e pelo e-mail',
  response: RecoveredPurchase,
  body: RecoverPurchase,
  run: ({ shop, body, clientNetwork }) => recoverPurchase(shop, body, clientNetwork),
});
