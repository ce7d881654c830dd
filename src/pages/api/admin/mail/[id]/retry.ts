import { retryMail } from '#src/domain/mail/failed-mail.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'resend',
  run: ({ shop, user, params }) => retryMail(shop, user, params['id'] ?? ''),
});
