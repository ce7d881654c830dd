import { saveRecovery, showRecovery } from '#src/domain/reminders/recovery.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SaveRecovery } from '#src/wire/reminders/recovery.ts';

export const GET = endpoint({ allow: 'coupons', run: ({ shop }) => showRecovery(shop) });

export const PUT = endpoint({
  allow: 'coupons',
  body: SaveRecovery,
  run: ({ shop, user, body }) => saveRecovery(shop, user, body),
});
