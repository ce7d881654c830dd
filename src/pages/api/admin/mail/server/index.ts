import { removeMailServer, saveMailServer, showMailServer } from '#src/domain/mail/mail-server.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { MailServer } from '#src/wire/mail/mail-server.ts';

export const GET = endpoint({
  allow: 'settings',
  run: ({ shop }) => showMailServer(shop),
});

export const PUT = endpoint({
  allow: 'settings',
  confirms: true,
  body: MailServer,
  run: ({ shop, user, body }) => saveMailServer(shop, user, body),
});

export const DELETE = endpoint({
  allow: 'settings',
  confirms: true,
  run: ({ shop, user }) => removeMailServer(shop, user),
});
