import { beginPasskey } from '#src/domain/access/factors/passkeys.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'desk',
  confirms: true,
  opensWithoutFactor: true,
  status: 201,
  run: ({ shop, user }) => beginPasskey(shop, user),
});
