import {
  countProductsByCategory,
  deleteCategory,
  insertCategory,
  listCategories,
  moveProducts,
  placeCategory,
  updateCategory,
} from '#db/queries/products/categories.ts';
import type { CategoryRow } from '#db/tables/products.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, oneAtATime } from '#db/transactions.ts';
import { freeSlug, slugFrom } from '#src/wire/basics/slugs.ts';
import {
  type AdminCategory,
  type CategoryChange,
  type CategoryOrder,
  MOST_OWN_CATEGORIES,
  type NewCategory,
  plainName,
  STANDING_CATEGORIES,
  WITHOUT_CATEGORY,
} from '#src/wire/products/categories.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** The order is that of the storefront. */
export async function listCategoriesWithProducts({ db }: Pick<Shop, 'db'>): Promise<AdminCategory[]> {
  const [categories, counted] = await Promise.all([listCategories(db), countProductsByCategory(db)]);
  return categories.map(({ id, name, shelfText }) => {
    const { products = 0, onSale = 0 } = counted.find(({ categoryId }) => categoryId === id) ?? {};
    return { id, name, shelfText, isOwn: !isStanding(id), products, onSale };
  });
}

/** Its address is made from the first name, and stays. */
export async function createCategory(
  shop: Shop,
  actor: Actor,
  { name, shelfText = '' }: NewCategory,
): Promise<AdminCategory> {
  return inTransaction(shop.db, async (tx) => {
    await takeTurn(tx, shop);
    const known = await listCategories(tx);
    if (known.filter(({ id }) => !isStanding(id)).length >= MOST_OWN_CATEGORIES) {
      throw conflict('too_many_categories', TOO_MANY);
    }
    refuseTakenName(known, name);
    const id = freeSlug(slugFrom(name, 'categoria'), new Set(known.map((each) => each.id)));
    const position = Math.max(0, ...known.map((each) => each.position)) + 1;
    await insertCategory(tx, { id, name, position, plainName: plainName(name), shelfText });
    await recordChange(tx, shop, actor, {
      action: 'product.create_category',
      entityId: id,
      changes: { name: [null, name], ...(shelfText && { shelfText: [null, shelfText] }) },
    });
    return { id, name, shelfText, isOwn: true, products: 0, onSale: 0 };
  });
}

export async function changeCategory(
  shop: Shop,
  actor: Actor,
  id: string,
  { name, openedName, shelfText, openedShelfText }: CategoryChange,
): Promise<AdminCategory> {
  await inTransaction(shop.db, async (tx) => {
    await takeTurn(tx, shop);
    const known = await listCategories(tx);
    const before = own(known, id);
    refuseTakenName(
      known.filter((each) => each.id !== id),
      name,
    );
    const isOutdated = before.name !== openedName || before.shelfText !== (openedShelfText ?? before.shelfText);
    if (isOutdated) throw outdated();
    const after = { name, plainName: plainName(name), shelfText: shelfText ?? before.shelfText };
    if (after.name === before.name && after.shelfText === before.shelfText) return;
    if (!(await updateCategory(tx, before, after))) throw outdated();
    await recordChange(tx, shop, actor, {
      action: 'product.rename_category',
      entityId: id,
      changes: {
        ...(after.name !== before.name && { name: [before.name, after.name] }),
        ...(after.shelfText !== before.shelfText && { shelfText: [before.shelfText, after.shelfText] }),
      },
    });
  });
  const changed = (await listCategoriesWithProducts(shop)).find((category) => category.id === id);
  if (!changed) throw unknownCategory();
  return changed;
}

export async function orderCategories(
  shop: Shop,
  actor: Actor,
  { ids, openedIds }: CategoryOrder,
): Promise<AdminCategory[]> {
  await inTransaction(shop.db, async (tx) => {
    await takeTurn(tx, shop);
    const known = await listCategories(tx);
    const before = known.map(({ id }) => id);
    if (!areSame(before, openedIds) || !areSame(before.toSorted(), ids.toSorted())) throw outdated();
    if (areSame(before, ids)) return;
    for (const [place, id] of ids.entries()) await placeCategory(tx, id, place + 1);
    const namesOf = (order: readonly string[]) =>
      order.map((id) => known.find((category) => category.id === id)?.name).join(', ');
    await recordChange(tx, shop, actor, {
      action: 'product.order_categories',
      entityId: 'all',
      changes: { order: [namesOf(before), namesOf(ids)] },
    });
  });
  return listCategoriesWithProducts(shop);
}

/** A category with products needs `moveTo`: another category, or null for none. */
export async function removeCategory(
  shop: Shop,
  actor: Actor,
  id: string,
  moveTo?: string | null,
): Promise<{ success: true; moved: number }> {
  const now = shop.clock.now().toISOString();
  const moved = await inTransaction(shop.db, async (tx) => {
    await takeTurn(tx, shop);
    // A product that is given this category meanwhile waits, and finds it gone.
    await lockRow(tx, 'categories', id);
    const known = await listCategories(tx);
    const { name } = own(known, id);
    const target = moveTo ? known.find((category) => category.id === moveTo && category.id !== id) : null;
    if (target === undefined) throw unknownTarget();
    if (moveTo === undefined) await refuseWithProducts(tx, id, name);
    const changes = await moveProducts(tx, { from: id, to: target?.id ?? null, now });
    const targetName = target?.name ?? WITHOUT_CATEGORY;
    for (const product of changes) {
      await recordChange(tx, shop, actor, {
        action: 'product.update',
        entityId: product.id,
        changes: { categoryId: [name, target?.name ?? null] },
      });
    }
    if (!(await deleteCategory(tx, id))) throw unknownCategory();
    await recordChange(tx, shop, actor, {
      action: 'product.remove_category',
      entityId: id,
      changes: {
        name: [name, null],
        ...(changes.length > 0 && { movedTo: [name, targetName], movedProducts: [null, changes.length] }),
      },
    });
    return changes.length;
  });
  return { success: true, moved };
}

/** Every change of the categories begins here, and the kept pages show it. */
async function takeTurn(tx: Queryable, shop: Shop): Promise<void> {
  publishAfterCommit(tx, shop, CATALOG_CHANGED);
  await oneAtATime(tx, 'categories');
}

const TOO_MANY = `A loja já tem ${MOST_OWN_CATEGORIES} categorias próprias. Exclua uma que não usa mais.`;

function isStanding(id: string): boolean {
  return STANDING_CATEGORIES.some((category) => category.id === id);
}

function own(known: readonly CategoryRow[], id: string): CategoryRow {
  const category = known.find((each) => each.id === id);
  if (!category) throw unknownCategory();
  if (!isStanding(id)) return category;
  throw conflict('standing_category', `${category.name} faz parte de toda loja: não muda de nome e não é excluída.`);
}

function refuseTakenName(others: readonly CategoryRow[], name: string): void {
  const taken = others.find((category) => category.plainName === plainName(name));
  if (!taken) return;
  const sentence = `Já existe a categoria ${taken.name}. Escolha outro nome.`;
  throw refusal('conflict', 'name_taken', sentence, { fields: { name: sentence } });
}

async function refuseWithProducts(tx: Queryable, id: string, name: string): Promise<void> {
  const { products = 0 } = (await countProductsByCategory(tx)).find(({ categoryId }) => categoryId === id) ?? {};
  if (products === 0) return;
  const have = products === 1 ? '1 produto está' : `${products} produtos estão`;
  throw conflict('has_products', `${have} na categoria ${name}. Diga para qual categoria vão antes de excluí-la.`);
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, place) => id === other[place]);
}

function unknownCategory() {
  return notFound('Esta categoria não existe mais. Ela pode ter sido excluída em outra janela.');
}

function unknownTarget() {
  const sentence = 'A categoria para onde os produtos iam não existe mais. Escolha outra.';
  return refusal('invalid', 'unknown_target', sentence, { fields: { moveTo: sentence } });
}

function outdated() {
  return conflict(
    'outdated',
    'As categorias foram mudadas por outra pessoa enquanto você as editava. Veja como ficaram e repita a sua mudança.',
  );
}
