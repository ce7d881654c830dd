import { searchUpdate } from '#src/domain/upkeep/search-update.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const POST = endpoint({
  allow: 'settings',
  run: ({ shop, user }) => searchUpdate(shop, user.id),
});
