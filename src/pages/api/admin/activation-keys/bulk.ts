import { addKeys } from '#src/domain/keys/activation-keys.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { created } from '#src/http/responses/responses.ts';
import { AddKeys } from '#src/wire/keys/activation-keys.ts';

export const POST = endpoint({
  access: 'admin',
  gate: 'activation-keys',
  body: AddKeys,
  run: async ({ shop, user, body }) => created(await addKeys(shop, user, body)),
});
