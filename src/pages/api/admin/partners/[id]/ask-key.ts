import { askForPixKey } from '#src/domain/partners/pix-key.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'pay',
  status: 202,
  run: ({ shop, user, params: { id = '' } }) => askForPixKey(shop, user, id),
});
