import { retryAllMail } from '#src/domain/given-up-mail.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({ access: 'admin', run: ({ shop, user }) => retryAllMail(shop, user) });
