import { removeMailServer, saveMailServer, showMailServer } from '#src/domain/mail/mail-server.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { MailServer } from '#src/wire/mail/mail-server.ts';

export const GET = endpoint({
  access: 'admin',
  allow: 'settings',
  run: ({ shop }) => showMailServer(shop),
});

export const PUT = endpoint({
  access: 'admin',
  allow: 'settings',
  confirms: true,
  body: MailServer,
  run: ({ shop, user, body }) => saveMailServer(shop, user, body),
});

export const DELETE = endpoint({
  access: 'admin',
  allow: 'settings',
  confirms: true,
  run: ({ shop, user }) => removeMailServer(shop, user),
});
