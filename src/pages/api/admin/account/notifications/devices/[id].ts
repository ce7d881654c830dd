import { removeOwnDevice } from '#src/domain/notifications/own-notifications.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'desk',
  run: ({ shop, user, params }) => removeOwnDevice(shop, user, params['id'] ?? ''),
});
