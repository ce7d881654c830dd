import { resendReceipt } from '#src/domain/purchases/receipt-mail.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { Done, ResendEmail } from '#src/wire/purchases/purchases.ts';

export const POST = endpoint({
  access: 'public',
  summary: 'Envia o recibo de novo',
  response: Done,
  body: ResendEmail,
  run: ({ shop, params, body }) => resendReceipt(shop, params['purchaseId'] ?? '', body),
});
