import { saveOwnNotifications, showOwnNotifications } from '#src/domain/notifications/own-notifications.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { SaveNotifications } from '#src/wire/notifications/save-notifications.ts';

export const GET = endpoint({
  allow: 'desk',
  run: ({ shop, user }) => showOwnNotifications(shop, user),
});

export const PUT = endpoint({
  allow: 'desk',
  body: SaveNotifications,
  run: ({ shop, user, body }) => saveOwnNotifications(shop, user, body),
});
