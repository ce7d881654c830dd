import { sendTestNotice } from '#src/domain/releases/announcements.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'writeProducts',
  gate: 'products',
  run: ({ shop, user, params: { id = '' } }) => sendTestNotice(shop, user, { fileId: id }),
});
