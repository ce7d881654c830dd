import { deletesAny } from '../../results.ts';
import type { CustomerNoteRow } from '../../tables/customers.ts';
import type { Queryable } from '../../tables.ts';

export type ListedNote = CustomerNoteRow & { authorName: string | null };

/** The newest comes first. */
export function listNotesOfCustomer(db: Queryable, customerId: string): Promise<ListedNote[]> {
  return db
    .selectFrom('customerNotes')
    .leftJoin('users', 'users.id', 'customerNotes.authorId')
    .selectAll('customerNotes')
    .select('users.name as authorName')
    .where('customerId', '=', customerId)
    .orderBy('customerNotes.createdAt', 'desc')
    .orderBy('customerNotes.id', 'desc')
    .execute();
}

export async function insertNote(db: Queryable, note: CustomerNoteRow): Promise<void> {
  await db.insertInto('customerNotes').values(note).execute();
}

export function deleteNote(db: Queryable, note: Pick<CustomerNoteRow, 'id' | 'customerId'>): Promise<boolean> {
  return db
    .deleteFrom('customerNotes')
    .where('id', '=', note.id)
    .where('customerId', '=', note.customerId)
    .$call(deletesAny);
}

/** Returns their texts. */
export async function deleteNotesOfCustomer(db: Queryable, customerId: string): Promise<string[]> {
  const deleted = await db.deleteFrom('customerNotes').where('customerId', '=', customerId).returning('text').execute();
  return deleted.map(({ text }) => text);
}

export async function moveNotes(db: Queryable, fromId: string, toId: string): Promise<void> {
  await db.updateTable('customerNotes').set({ customerId: toId }).where('customerId', '=', fromId).execute();
}
