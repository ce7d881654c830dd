import type { ListName } from '#src/wire/views/built-in-views.ts';
import { deletesAny, updatesAny } from '../../results.ts';
import type { SavedViewRow } from '../../tables/views.ts';
import type { Queryable } from '../../tables.ts';

/** Lists everybody's, and those of one owner. */
export function listSavedViews(db: Queryable, list: ListName, ownerId: string): Promise<SavedViewRow[]> {
  return visibleTo(db, ownerId).selectAll().where('list', '=', list).orderBy('createdAt').orderBy('id').execute();
}

/** Lists those of all owners and lists. */
export function listEverySavedView(db: Queryable): Promise<SavedViewRow[]> {
  return db.selectFrom('savedViews').selectAll().orderBy('id').execute();
}

export function findSavedView(db: Queryable, id: string, ownerId: string): Promise<SavedViewRow | undefined> {
  return visibleTo(db, ownerId).selectAll().where('id', '=', id).executeTakeFirst();
}

function visibleTo(db: Queryable, ownerId: string) {
  return db.selectFrom('savedViews').where((row) => row.or([row('ownerId', 'is', null), row('ownerId', '=', ownerId)]));
}

export async function insertSavedView(db: Queryable, view: SavedViewRow): Promise<void> {
  await db.insertInto('savedViews').values(view).execute();
}

/** Returns false when it is gone or changed since `readAt`. */
export function updateSavedView(
  db: Queryable,
  { id, readAt, changes }: { id: string; readAt: string; changes: Partial<Omit<SavedViewRow, 'id' | 'list'>> },
): Promise<boolean> {
  return db
    .updateTable('savedViews')
    .set(changes)
    .where('id', '=', id)
    .where('updatedAt', '=', readAt)
    .$call(updatesAny);
}

export function deleteSavedView(db: Queryable, id: string): Promise<boolean> {
  return db.deleteFrom('savedViews').where('id', '=', id).$call(deletesAny);
}
