import { addNote, listNotes } from '#src/domain/customers/customer-notes.ts';
import { endpoint } from '#src/http/endpoint.ts';
import { created } from '#src/http/responses/responses.ts';
import { NewNote } from '#src/wire/customers/customer-notes.ts';

export const GET = endpoint({ access: 'admin', run: ({ shop, params: { id = '' } }) => listNotes(shop, id) });

export const POST = endpoint({
  access: 'admin',
  body: NewNote,
  run: async ({ shop, user, params: { id = '' }, body }) => created(await addNote(shop, user, id, body)),
});
