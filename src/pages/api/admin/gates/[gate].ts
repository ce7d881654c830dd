import { passGate } from '#src/domain/access/login.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { GatePassword } from '#src/wire/access/auth.ts';

export const POST = endpoint({
  allow: 'desk',
  body: GatePassword,
  run: ({ shop, user, params, body, sessionId }) =>
    passGate(shop, user, { gate: params['gate'] ?? '', password: body.password, sessionId }),
});
