import { hasMatch, searched } from '#db/queries/lists/full-text-search.ts';
import { deleteSavedView, listEverySavedView } from '#db/queries/views/saved-views.ts';
import type { SavedViewRow } from '#db/tables/views.ts';
import type { Queryable } from '#db/tables.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import type { Shop } from '../shop.ts';

/**
 * Takes out the views that name somebody who is erased: those whose search found this person, or that are called so, and nobody who is left. Call it when the person's
 * rows are empty; returns what the views said.
 */
export async function eraseViews(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  texts: readonly (string | null)[],
): Promise<string[]> {
  const said: string[] = [];
  const known = texts.flatMap((text) => (text ? [searched(text)] : []));
  for (const view of await listEverySavedView(tx)) {
    if (!(await names(tx, view, known))) continue;
    await deleteSavedView(tx, view.id);
    await recordChange(tx, shop, actor, { action: 'view.erase', entityId: view.id });
    said.push(view.query, view.name);
  }
  return said;
}

async function names(tx: Queryable, { name, query }: SavedViewRow, known: readonly string[]): Promise<boolean> {
  const search = new URLSearchParams(query).get('q') ?? '';
  const words = searched(search).split(/\s+/).filter(Boolean);
  const hasFound = words.length > 0 && known.some((text) => words.every((word) => text.includes(word)));
  if (hasFound && !(await isSomebodys(tx, search))) return true;
  for (const text of known) {
    if (/[ @]/.test(text) && searched(name).includes(text) && !(await isSomebodys(tx, text))) return true;
  }
  return false;
}

async function isSomebodys(tx: Queryable, text: string): Promise<boolean> {
  return (await hasMatch(tx, 'customer', text)) || (await hasMatch(tx, 'purchase', text));
}
