import { removeNote } from '#src/domain/customers/customer-notes.ts';
import { endpoint } from '#src/http/endpoint.ts';

export const DELETE = endpoint({
  allow: 'writeCustomers',
  run: ({ shop, user, params: { id = '', noteId = '' } }) => removeNote(shop, user, id, noteId),
});
