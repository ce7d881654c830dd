import { createView, listViews } from '#src/domain/views/saved-views.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { created } from '#src/http/responses/responses.ts';
import { NewView } from '#src/wire/views/saved-views.ts';

export const GET = endpoint({
  access: 'admin',
  run: ({ shop, user, url }) => listViews(shop, user, url.searchParams.get('list')),
});

export const POST = endpoint({
  access: 'admin',
  body: NewView,
  run: async ({ shop, user, body }) => created(await createView(shop, user, body)),
});
