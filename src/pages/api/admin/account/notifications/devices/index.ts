import { addOwnDevice } from '#src/domain/notifications/own-notifications.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { AddDevice } from '#src/wire/notifications/save-notifications.ts';

export const POST = endpoint({
  allow: 'desk',
  status: 201,
  body: AddDevice,
  run: ({ shop, user, body, headers }) => addOwnDevice(shop, user, body, headers.get('user-agent')),
});
