import { removePasskey, renameOwnPasskey } from '#src/domain/access/factors/passkeys.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { RenamePasskey } from '#src/wire/access/factor-forms.ts';

export const PUT = endpoint({
  allow: 'desk',
  body: RenamePasskey,
  run: ({ shop, user, params: { id = '' }, body }) => renameOwnPasskey(shop, user, id, body),
});

export const DELETE = endpoint({
  allow: 'desk',
  confirms: true,
  run: ({ shop, user, params: { id = '' } }) => removePasskey(shop, user, id),
});
