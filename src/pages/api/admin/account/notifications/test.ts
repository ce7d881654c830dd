import { testOwnDevices } from '#src/domain/notifications/own-notifications.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'desk',
  run: ({ shop, user }) => testOwnDevices(shop, user),
});
