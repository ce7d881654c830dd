import { beginCodeApp, removeCodeApp } from '#src/domain/access/factors/code-app.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'desk',
  confirms: true,
  opensWithoutFactor: true,
  status: 201,
  run: ({ shop, user }) => beginCodeApp(shop, user),
});

export const DELETE = endpoint({
  allow: 'desk',
  confirms: true,
  run: ({ shop, user }) => removeCodeApp(shop, user),
});
