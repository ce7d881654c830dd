import { createView, listViews } from '#src/domain/views/saved-views.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { NewView } from '#src/wire/views/saved-views.ts';

export const GET = endpoint({
  allow: 'desk',
  run: ({ shop, user, url }) => listViews(shop, user, url.searchParams.get('list')),
});

export const POST = endpoint({
  allow: 'desk',
  body: NewView,
  status: 201,
  run: ({ shop, user, body }) => createView(shop, user, body),
});
