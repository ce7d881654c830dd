import { checkTypedBank } from '#src/domain/payments/choosing/chosen-bank.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { stepLines } from '#src/http/responses/step-lines.ts';
import { TypedBank } from '#src/wire/payments/typed-bank.ts';

/** The typed addresses are sent the stored secrets, so that it asks for the password as a change does. */
export const POST = endpoint({
  allow: 'bank',
  body: TypedBank,
  confirms: true,
  run: async ({ shop, body }) => stepLines(shop, await checkTypedBank(shop, body)),
});
