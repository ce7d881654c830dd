import { sql } from 'kysely';
import type { KeySort, KeyStatus } from '#src/wire/activation-keys.ts';
import type { Queryable } from '../tables.ts';
import { type Finding, idsOfPage, isOlder, type Slice, type Way } from './paging.ts';
import { countMatches, isAmong, isContaining, isLookedUp, matching } from './searching.ts';

/** Which keys a list shows. Empty is all of them. */
export type KeyFilter = { status: KeyStatus | null; productId: string | null; q: string };

/** A row of the list: the key, its product and the sale that it went to. */
export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number];

/** The ids of one page, in the order of `stretch`. */
export async function listKeyIds(
  db: Queryable,
  filter: KeyFilter,
  by: Exclude<KeySort, 'product'>,
  { stretch, finding }: Pick<Way, 'stretch' | 'finding'>,
): Promise<string[]> {
  const looked = wantedKeys(db, filter, finding).select(['id', by]);
  const asked = typeof finding === 'object' ? [isContaining('looked.id', 'key', filter.q)] : [];
  const ids = await idsOfPage(db, looked, { by, asked }, { stretch, finding }).execute();
  return ids.map(({ id }) => id);
}

/** The ids of one page by the names of their products, those of one product newest first. */
export async function listKeyIdsByProduct(
  db: Queryable,
  filter: KeyFilter,
  order: 'asc' | 'desc',
  { limit, offset }: Slice,
): Promise<string[]> {
  // The order of a name is worked out whenever it is read: so it is once for each product, and not for each key.
  const named = sql<{ id: string; nameOrder: string }>`(
    with named as materialized (select id, "nameOrder" from products) select * from named)`;
  const ids = await wantedKeys(db, filter)
    .innerJoin(named.as('named'), 'named.id', 'activationKeys.productId')
    .select('activationKeys.id')
    .orderBy('named.nameOrder', order)
    .orderBy('activationKeys.createdAt', 'desc')
    .orderBy('activationKeys.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return ids.map(({ id }) => id);
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
  const all = wantedKeys(db, filter).select('activationKeys.id');
  const ids = (last ? all.where(isOlder('activationKeys', last)) : all)
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
  if (filter.status === null && filter.productId === null) return countMatches(db, 'key', filter.q);
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

/** By the key's own text, or by name and e-mail of whoever bought it. */
function wantedKeys(db: Queryable, { status, productId, q }: KeyFilter, finding: Finding = 'sort') {
  return db
    .selectFrom('activationKeys')
    .$if(productId !== null, (keys) => keys.where('activationKeys.productId', '=', productId))
    .$if(status === 'available', (keys) => keys.where('assignedAt', 'is', null).where('revokedAt', 'is', null))
    .$if(status === 'assigned', (keys) => keys.where('assignedAt', 'is not', null).where('revokedAt', 'is', null))
    .$if(status === 'revoked', (keys) => keys.where('revokedAt', 'is not', null))
    .$if(isLookedUp(q, finding), (keys) => keys.where(isAmong('activationKeys.id', matching('key', q), finding)));
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
