import { askForNotice } from '#src/domain/keys/stock.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AskForNotice } from '#src/wire/keys/stock-notices.ts';
import { Done } from '#src/wire/purchases/purchases.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Pede um aviso de quando o produto voltar',
  response: Done,
  status: 202,
  body: AskForNotice,
  run: ({ shop, body, params, clientNetwork }) => askForNotice(shop, params['id'] ?? '', body, clientNetwork),
});
