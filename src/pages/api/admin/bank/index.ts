import { checkCurrentBank, saveTypedBank } from '#src/domain/payments/choosing/chosen-bank.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { stepLines } from '#src/http/responses/step-lines.ts';
import { TypedBank } from '#src/wire/payments/typed-bank.ts';

export const GET = endpoint({
  allow: 'bank',
  run: ({ shop }) => stepLines(shop, checkCurrentBank(shop)),
});

export const PUT = endpoint({
  allow: 'bank',
  body: TypedBank,
  confirms: true,
  run: ({ shop, user, body }) => saveTypedBank(shop, user, body),
});
