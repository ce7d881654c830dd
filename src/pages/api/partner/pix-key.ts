import { requestPixKey } from '#src/domain/partners/pix-key.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ChangePixKey } from '#src/wire/payouts/pix-keys.ts';
import { Done } from '#src/wire/purchases/purchases.ts';

export const PUT = endpoint({
  access: 'partner',
  summary: 'Pede a troca da chave Pix',
  response: Done,
  status: 202,
  body: ChangePixKey,
  run: ({ shop, partner, body }) => requestPixKey(shop, partner, body),
});
