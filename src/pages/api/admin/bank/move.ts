import { moveBankToScreen } from '#src/domain/payments/choosing/given-bank.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'bank',
  confirms: true,
  run: ({ shop, user }) => moveBankToScreen(shop, user),
});
