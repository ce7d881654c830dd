import { judgeTypedCertificate } from '#src/domain/payments/choosing/chosen-bank.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { TypedCertificate } from '#src/wire/payments/typed-bank.ts';

export const POST = endpoint({
  allow: 'bank',
  body: TypedCertificate,
  run: ({ shop, body }) => judgeTypedCertificate(shop, body),
});
