import { addNote, listNotes } from '#src/domain/customers/customer-notes.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { CustomerNote, NewNote } from '#src/wire/customers/customer-notes.ts';
import { arrayOf } from '#src/wire/lists/lists.ts';

export const GET = endpoint({
  scope: 'customers:read',
  allow: 'readSales',
  summary: 'Lista as anotações sobre um cliente',
  response: arrayOf(CustomerNote),
  run: ({ shop, params: { id = '' } }) => listNotes(shop, id),
});

export const POST = endpoint({
  allow: 'writeCustomers',
  body: NewNote,
  status: 201,
  run: ({ shop, user, params: { id = '' }, body }) => addNote(shop, user, id, body),
});
