import { showRestore, startRestore } from '#src/domain/backups/restores.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { StartRestore } from '#src/wire/backups/restores.ts';

export const GET = endpoint({ allow: 'settings', run: ({ shop }) => showRestore(shop) });

export const POST = endpoint({
  allow: 'settings',
  confirms: true,
  body: StartRestore,
  status: 202,
  run: ({ shop, user, body }) => startRestore(shop, user, body),
});

/** It comes before an upload too, so that the password is asked for before any of it. */
export const DELETE = endpoint({
  allow: 'settings',
  confirms: true,
  run: async ({ shop }) => {
    await shop.restores.forget();
    return showRestore(shop);
  },
});
