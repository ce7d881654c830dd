import { changeView, deleteView } from '#src/domain/views/saved-views.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { ViewChange } from '#src/wire/views/saved-views.ts';

export const PUT = endpoint({
  allow: 'desk',
  body: ViewChange,
  run: ({ shop, user, params: { id = '' }, body }) => changeView(shop, user, id, body),
});

export const DELETE = endpoint({
  allow: 'desk',
  run: ({ shop, user, params: { id = '' } }) => deleteView(shop, user, id),
});
