import { decidePartialReturn } from '#src/domain/payments/manual-resolution.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { PartialReturnDecision } from '#src/wire/sales/sales.ts';

export const POST = endpoint({
  access: 'admin',
  body: PartialReturnDecision,
  run: ({ shop, user, body, params: { id = '' } }) => decidePartialReturn(shop, user, id, body),
});
