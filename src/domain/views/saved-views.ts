import {
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listSavedViews,
  updateSavedView,
} from '#db/queries/views/saved-views.ts';
import type { SavedViewRow } from '#db/tables/views.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { User } from '#src/wire/access/auth.ts';
import { can } from '#src/wire/access/roles.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { laterThan } from '#src/wire/basics/dates.ts';
import { BUILT_IN_VIEWS, LIST_ALLOWS, LIST_NAMES } from '#src/wire/views/built-in-views.ts';
import { MOST_VIEWS, type NewView, type SavedView, type ViewChange } from '#src/wire/views/saved-views.ts';
import { requireCapability } from '../access/capabilities.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';

type Viewer = Actor & Pick<User, 'role'>;

/** The actor's own views of a list, and everybody's; none of a list that the role does not read. */
export async function listViews(shop: Shop, actor: Viewer, list: string | null): Promise<SavedView[]> {
  const known = LIST_NAMES.find((name) => name === list);
  return known && can(actor.role, LIST_ALLOWS[known])
    ? (await listSavedViews(shop.db, known, actor.id)).map(toViewDto)
    : [];
}

export function createView(shop: Shop, actor: Viewer, { list, name, query, isShared }: NewView): Promise<SavedView> {
  requireCapability(actor.role, LIST_ALLOWS[list]);
  const now = shop.clock.now().toISOString();
  const ownerId = isShared ? null : actor.id;
  const view = { id: newId(), ownerId, list, name, query, createdAt: now, updatedAt: now };
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, VIEWS);
    const known = await listSavedViews(tx, list, actor.id);
    if (known.length >= MOST_VIEWS) throw conflict('too_many_views', TOO_MANY);
    refuseTakenName(known, view);
    await insertSavedView(tx, view);
    await note(tx, shop, actor, { action: 'view.create', id: view.id });
    return toViewDto(view);
  });
}

/** Everybody's view is changed by whoever reads the list, another's own one by nobody else. */
export function changeView(
  shop: Shop,
  actor: Viewer,
  id: string,
  { openedAt, name, query, isShared }: ViewChange,
): Promise<SavedView> {
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, VIEWS);
    const before = await findSavedView(tx, id, actor.id);
    if (!before || !can(actor.role, LIST_ALLOWS[before.list])) throw unknownView();
    if (before.updatedAt !== openedAt) throw outdated();
    const changes = {
      name: name ?? before.name,
      query: query ?? before.query,
      ownerId: isShared === undefined ? before.ownerId : isShared ? null : actor.id,
      updatedAt: laterThan(before.updatedAt, shop.clock.now()),
    };
    const after = { ...before, ...changes };
    if (after.name !== before.name || after.ownerId !== before.ownerId) {
      refuseTakenName(await listSavedViews(tx, before.list, actor.id), after);
    }
    if (!(await updateSavedView(tx, { id, readAt: openedAt, changes }))) throw outdated();
    await note(tx, shop, actor, { action: 'view.update', id });
    return toViewDto(after);
  });
}

export function deleteView(shop: Shop, actor: Viewer, id: string): Promise<void> {
  return inTransaction(shop.db, async (tx) => {
    const view = await findSavedView(tx, id, actor.id);
    if (!view || !can(actor.role, LIST_ALLOWS[view.list])) throw unknownView();
    if (!(await deleteSavedView(tx, id))) throw unknownView();
    await note(tx, shop, actor, { action: 'view.delete', id });
  });
}

const VIEWS = 'saved views';
const TOO_MANY = `Esta lista já tem ${MOST_VIEWS} visões. Exclua uma que ninguém usa mais.`;

type NamedView = Pick<SavedViewRow, 'id' | 'ownerId' | 'list' | 'name'>;

/** A name is taken among those of its owner, or everybody's, and those that ship with the list. */
function refuseTakenName(known: readonly SavedViewRow[], view: NamedView) {
  const isTaken =
    BUILT_IN_VIEWS[view.list].some(({ name }) => name === view.name) ||
    known.some(({ id, ownerId, name }) => id !== view.id && ownerId === view.ownerId && name === view.name);
  if (!isTaken) return;
  const sentence = `Já existe uma visão com o nome ${view.name}. Escolha outro.`;
  throw refusal('conflict', 'name_taken', sentence, { fields: { name: sentence } });
}

function note(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  { action, id }: { action: AuditAction; id: string },
): Promise<void> {
  return recordChange(tx, shop, actor, { action, entityId: id });
}

function unknownView() {
  return notFound('Esta visão não existe mais. Ela pode ter sido excluída em outra janela.');
}

function outdated() {
  return conflict(
    'outdated',
    'Esta visão foi mudada por outra pessoa enquanto você a editava. Veja como ficou e repita a sua mudança.',
  );
}

function toViewDto({ id, list, name, query, ownerId, updatedAt }: SavedViewRow): SavedView {
  return { id, list, name, query, isShared: ownerId === null, updatedAt };
}
