import { deleteNote, insertNote, type ListedNote, listNotesOfCustomer } from '#db/queries/customers/customer-notes.ts';
import { findCustomer } from '#db/queries/customers/customers.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { type CustomerNote, MOST_NOTES, type NewNote } from '#src/wire/customers/customer-notes.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { conflict, notFound, unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';

export async function listNotes(shop: Shop, customerId: string): Promise<CustomerNote[]> {
  if (!(await findCustomer(shop.db, customerId))) throw unknownCustomer();
  return (await listNotesOfCustomer(shop.db, customerId)).map(toNoteDto);
}

export function addNote(shop: Shop, actor: Actor, customerId: string, { text }: NewNote): Promise<CustomerNote[]> {
  return inTransaction(shop.db, async (tx) => {
    // An erasure that runs meanwhile leaves no note behind.
    await lockRow(tx, 'customers', customerId);
    if (!(await findCustomer(tx, customerId))) throw unknownCustomer();
    if ((await listNotesOfCustomer(tx, customerId)).length >= MOST_NOTES) throw conflict('too_many_notes', TOO_MANY);
    const createdAt = shop.clock.now().toISOString();
    await insertNote(tx, { id: newId(), customerId, authorId: actor.id, text, createdAt });
    await recordChange(tx, shop, actor, { action: 'customer.add_note', entityId: customerId });
    return (await listNotesOfCustomer(tx, customerId)).map(toNoteDto);
  });
}

export function removeNote(shop: Shop, actor: Actor, customerId: string, id: string): Promise<CustomerNote[]> {
  return inTransaction(shop.db, async (tx) => {
    if (!(await deleteNote(tx, { id, customerId })))
      throw notFound('Anotação não encontrada. Ela pode já ter sido excluída.');
    await recordChange(tx, shop, actor, { action: 'customer.delete_note', entityId: customerId });
    return (await listNotesOfCustomer(tx, customerId)).map(toNoteDto);
  });
}

const TOO_MANY = `Este cliente já tem ${MOST_NOTES} anotações. Exclua as que não servem mais.`;

function toNoteDto({ id, text, authorName, createdAt }: ListedNote): CustomerNote {
  return { id, text, authorName, createdAt };
}
