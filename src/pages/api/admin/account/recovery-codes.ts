import { renewRecoveryCodes } from '#src/domain/access/factors/recovery-codes.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'desk',
  confirms: true,
  status: 201,
  run: ({ shop, user }) => renewRecoveryCodes(shop, user),
});
