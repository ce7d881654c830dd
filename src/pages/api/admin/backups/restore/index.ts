import { showRestore, startRestore } from '#src/domain/backups/restores.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { accepted } from '#src/http/responses/responses.ts';
import { StartRestore } from '#src/wire/backups/restores.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop }) => showRestore(shop) });

export const POST = endpoint({
  access: 'admin',
  wantsFreshPassword: true,
  body: StartRestore,
  run: async ({ shop, user, body }) => accepted(await startRestore(shop, user, body)),
});

/** It comes before an upload too, so that the password is asked for before any of it. */
export const DELETE = endpoint({
  access: 'admin',
  wantsFreshPassword: true,
  run: async ({ shop }) => {
    await shop.restores.forget();
    return showRestore(shop);
  },
});
