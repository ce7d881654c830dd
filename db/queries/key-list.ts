import { type Expression, sql } from 'kysely';
import type { KeySort, KeyStatus } from '#src/wire/activation-keys.ts';
import type { Queryable } from '../tables.ts';
import { fromNearerEnd, matching, type Slice } from './paging.ts';

/** Which keys a list shows. Empty is all of them. */
export type KeyFilter = { status: KeyStatus | null; productId: string | null; q: string };

/** A row of the list: the key, its product and the sale that it went to. */
export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number];

/**
 * How a page is sorted. `isDense`: so many are wanted that walking along an index finds them sooner than sorting. Where the
 * total of the list is known, a page far down is walked to from its end.
 */
export type KeyOrder = { sort: KeySort; order: 'asc' | 'desc'; isDense?: boolean; total?: number };

/** The ids of one page, in the order of the page. */
export async function listKeyIds(
  db: Queryable,
  filter: KeyFilter,
  { sort, order, isDense = false, total = Number.POSITIVE_INFINITY }: KeyOrder,
  slice: Slice,
): Promise<string[]> {
  const walk = sort === 'product' ? { ...slice, order } : fromNearerEnd(order, slice, total);
  const keys = wantedKeys(db, filter, isDense).select('activationKeys.id').limit(walk.limit).offset(walk.offset);
  const sorted =
    sort === 'product'
      ? keys
          .innerJoin('products', 'products.id', 'activationKeys.productId')
          .orderBy('products.nameOrder', order)
          .orderBy('activationKeys.createdAt', 'desc')
          .orderBy('activationKeys.id', 'desc')
      : keys.orderBy(`activationKeys.${sort}`, walk.order).orderBy('activationKeys.id', walk.order);
  const ids = (await sorted.execute()).map(({ id }) => id);
  return walk.order === order ? ids : ids.reverse();
}

export function listKeys(db: Queryable, ids: string[]) {
  return listedKeys(db).where('activationKeys.id', 'in', ids).execute();
}

/** The keys after `last`, newest first, at most `limit` of them. */
export function listKeysAfter(
  db: Queryable,
  filter: KeyFilter,
  last: { createdAt: string; id: string } | undefined,
  limit: number,
): Promise<ListedKey[]> {
  const ids = wantedKeys(db, filter)
    .select('activationKeys.id')
    .$if(last !== undefined, (keys) =>
      keys.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('activationKeys.createdAt', 'activationKeys.id'),
          '<',
          tuple(last?.createdAt ?? '', last?.id ?? ''),
        ),
      ),
    )
    .orderBy('activationKeys.createdAt', 'desc')
    .orderBy('activationKeys.id', 'desc')
    .limit(limit);
  return listedKeys(db)
    .where('activationKeys.id', 'in', ids)
    .orderBy('activationKeys.createdAt', 'desc')
    .orderBy('activationKeys.id', 'desc')
    .execute();
}

/** How many keys a search finds. What is not searched for is known from the tallies. */
export async function countKeys(db: Queryable, filter: KeyFilter): Promise<number> {
  const { total } = await wantedKeys(db, filter)
    .select((row) => row.fn.count<number>('activationKeys.id').as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** How many keys of these states each product has, the products by name. */
export function countKeysByProduct(db: Queryable, statuses: readonly KeyStatus[], order: 'asc' | 'desc') {
  const names = sql.join(statuses.map((status) => sql`${`keys:${status}:`} || ${sql.ref('products.id')}`));
  return db
    .selectFrom('products')
    .innerJoin('tallies', (join) => join.on(sql<boolean>`${sql.ref('tallies.name')} in (${names})`))
    .select((row) => ['products.id', row.fn.sum<number>('tallies.value').as('total')])
    .groupBy('products.id')
    .orderBy('products.nameOrder', order)
    .orderBy('products.id', order)
    .execute();
}

function wantedKeys(db: Queryable, { status, productId, q }: KeyFilter, isDense = false) {
  // A plus before a column keeps its index out of the plan.
  const id = isDense ? sql<string>`+${sql.ref('activationKeys.id')}` : sql.ref<string>('activationKeys.id');
  return db
    .selectFrom('activationKeys')
    .$if(productId !== null, (keys) => keys.where('activationKeys.productId', '=', productId))
    .$if(status === 'available', (keys) => keys.where('assignedAt', 'is', null).where('revokedAt', 'is', null))
    .$if(status === 'assigned', (keys) => keys.where('assignedAt', 'is not', null).where('revokedAt', 'is', null))
    .$if(status === 'revoked', (keys) => keys.where('revokedAt', 'is not', null))
    .$if(q !== '', (keys) => keys.where(id, 'in', keysFound(q)));
}

/** By the key's own text, or by name and e-mail of whoever bought it. */
function keysFound(q: string): Expression<string> {
  // The search of purchases knows their products too: only where one is called so does it take a second look, at the buyer.
  const isProduct = sql`exists (select 1 from products where "nameOrder" like ${pattern(plain(q))} escape '\\')`;
  const purchases = matching('purchase', q);
  return sql<string>`(select id from ${matching('key', q)}
    union all select id from "activationKeys" where "purchaseId" in ${purchases} and not ${isProduct}
    union all select "activationKeys".id from purchases, "activationKeys"
      where purchases.id in ${purchases} and "purchaseId" = purchases.id and ${isProduct}
      and ("customerOrder" like ${pattern(plain(q))} escape '\\' or "customerEmail" like ${pattern(q)} escape '\\'))`;
}

function listedKeys(db: Queryable) {
  return db
    .selectFrom('activationKeys')
    .innerJoin('products', 'products.id', 'activationKeys.productId')
    .leftJoin('purchases', 'purchases.id', 'activationKeys.purchaseId')
    .select([
      'activationKeys.id',
      'activationKeys.key',
      'activationKeys.productId',
      'activationKeys.purchaseId',
      'activationKeys.createdAt',
      'activationKeys.assignedAt',
      'activationKeys.revokedAt',
      'products.name as productName',
      'purchases.customerName',
      'purchases.customerEmail',
    ]);
}

/** As `customerOrder` has it: lower case, without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
