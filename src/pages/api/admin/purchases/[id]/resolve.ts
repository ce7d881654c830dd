import { resolveSale } from '#src/domain/payments/manual-resolution.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ResolveSale } from '#src/wire/sales/sales.ts';

export const POST = endpoint({
  access: 'admin',
  body: ResolveSale,
  run: ({ shop, user, body, params: { id = '' } }) => resolveSale(shop, user, id, body),
});
