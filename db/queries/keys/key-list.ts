import { sql } from 'kysely';
import type { KeySort, KeyStatus } from '#src/wire/keys/key-list.ts';
import type { SortDirection } from '#src/wire/lists/lists.ts';
import { countRows } from '../../results.ts';
import type { Queryable } from '../../tables.ts';
import { holdsPlace } from '../licenses/machines.ts';
import { countMatches, isAmong, isContaining, looksUpMatches, matching } from '../lists/full-text-search.ts';
import { idsOfPage, isOlder, type PagePlan, type SearchStrategy, type Slice } from '../lists/paging.ts';

export type KeyFilter = { status: KeyStatus | null; productId: string | null; machines: 'full' | null; q: string };
/** `now` counts, since a place may come back by itself. */
type Criteria = { filter: KeyFilter; now: string };

export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number];

export async function listKeyIds(
  db: Queryable,
  criteria: Criteria,
  by: Exclude<KeySort, 'product'>,
  plan: PagePlan,
): Promise<string[]> {
  const { q } = criteria.filter;
  const rows = candidateKeys(db, criteria, plan.strategy).select(['id', by]);
  const predicates = typeof plan.strategy === 'object' ? [isContaining(db, 'candidates.id', 'key', q)] : [];
  const ids = await idsOfPage(db, rows, { by, predicates }, plan).execute();
  return ids.map(({ id }) => id);
}

export async function listKeyIdsByProduct(
  db: Queryable,
  criteria: Criteria,
  { order, limit, offset }: Slice,
  orderInProduct: SortDirection,
): Promise<string[]> {
  // The name is computed once per product instead of once per key.
  const named = sql<{ id: string; nameOrder: string }>`(
    with named as materialized (select id, "nameOrder" from products) select * from named)`;
  const ids = await candidateKeys(db, criteria)
    .innerJoin(named.as('named'), 'named.id', 'activationKeys.productId')
    .select('activationKeys.id')
    .orderBy('named.nameOrder', order)
    .orderBy('activationKeys.createdAt', orderInProduct)
    .orderBy('activationKeys.id', orderInProduct)
    .limit(limit)
    .offset(offset)
    .execute();
  return ids.map(({ id }) => id);
}

export function listKeys(db: Queryable, ids: readonly string[], now: string) {
  return listedKeys(db, now).where('activationKeys.id', 'in', ids).execute();
}

export function listKeysAfter(
  db: Queryable,
  criteria: Criteria,
  last: { createdAt: string; id: string } | undefined,
  limit: number,
  chosen: readonly string[] | null = null,
): Promise<ListedKey[]> {
  const all = candidateKeys(db, criteria)
    .select('activationKeys.id')
    .$if(chosen !== null, (keys) => keys.where('activationKeys.id', 'in', chosen ?? []));
  const ids = (last ? all.where(isOlder('activationKeys', last)) : all)
    .orderBy('activationKeys.createdAt', 'desc')
    .orderBy('activationKeys.id', 'desc')
    .limit(limit);
  return listedKeys(db, criteria.now)
    .where('activationKeys.id', 'in', ids)
    .orderBy('activationKeys.createdAt', 'desc')
    .orderBy('activationKeys.id', 'desc')
    .execute();
}

export function countKeys(db: Queryable, { filter, now }: Criteria): Promise<number> {
  if (filter.status === null && filter.productId === null && filter.machines === null)
    return countMatches(db, 'key', filter.q);
  return candidateKeys(db, { filter, now }).$call(countRows);
}

export function countKeysByProduct(db: Queryable, statuses: readonly KeyStatus[], order: SortDirection) {
  // Each status at once: PostgreSQL would look each product up in the totals, one by one.
  const counts = statuses.map((status) => {
    const prefix = `keys:${status}:`;
    const beyond = `keys:${status};`;
    return sql`select substr(name, ${sql.lit(prefix.length + 1)}) as "productId", value from tallies
      where name >= ${sql.lit(prefix)} and name < ${sql.lit(beyond)}`;
  });
  const counted = sql<{ productId: string; value: number }>`(${sql.join(counts, sql` union all `)})`;
  return db
    .selectFrom('products')
    .innerJoin(counted.as('counted'), 'counted.productId', 'products.id')
    .select((row) => ['products.id', row.fn.sum<number>('counted.value').as('total')])
    .groupBy('products.id')
    .orderBy('products.nameOrder', order)
    .orderBy('products.id', order)
    .execute();
}

function candidateKeys(
  db: Queryable,
  { filter: { status, productId, machines, q }, now }: Criteria,
  strategy: SearchStrategy = 'sort-matches',
) {
  return db
    .selectFrom('activationKeys')
    .$if(productId !== null, (keys) => keys.where('activationKeys.productId', '=', productId))
    .$if(status === 'available', (keys) => keys.where('assignedAt', 'is', null).where('revokedAt', 'is', null))
    .$if(status === 'assigned', (keys) => keys.where(HELD_SINCE, 'is not', null))
    .$if(status === 'revoked', (keys) => keys.where('revokedAt', 'is not', null))
    .$if(machines === 'full', (keys) => keys.where('activationKeys.id', 'in', fullKeys(db, now)))
    .$if(looksUpMatches(q, strategy), (keys) =>
      keys.where(isAmong('activationKeys.id', matching(db, 'key', q), strategy)),
    );
}

/** The indexes of all keys have it. */
const HELD_SINCE = sql<string | null>`case when "revokedAt" is null then "assignedAt" end`;

/** The machines are read, because few keys have any. */
function fullKeys(db: Queryable, now: string) {
  return db
    .selectFrom('machines')
    .innerJoin('activationKeys as held', 'held.id', 'machines.keyId')
    .select('held.id')
    .where(holdsPlace(now))
    .groupBy(['held.id', 'held.machineLimit'])
    .having((row) => row.fn.countAll<number>(), '>=', sql.ref<number>('held.machineLimit'));
}

function listedKeys(db: Queryable, now: string) {
  return db
    .selectFrom('activationKeys')
    .innerJoin('products', 'products.id', 'activationKeys.productId')
    .leftJoin('purchaseItems', 'purchaseItems.id', 'activationKeys.itemId')
    .leftJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select([
      'activationKeys.id',
      'activationKeys.key',
      'activationKeys.productId',
      'purchaseItems.purchaseId',
      'purchases.number as purchaseNumber',
      'activationKeys.createdAt',
      'activationKeys.assignedAt',
      'activationKeys.revokedAt',
      'activationKeys.machineLimit',
      'products.name as productName',
      'purchases.customerName',
      'purchases.customerEmail',
    ])
    .select((row) =>
      row
        .selectFrom('machines')
        .select(({ fn }) => fn.countAll<number>().as('used'))
        .whereRef('machines.keyId', '=', 'activationKeys.id')
        .where(({ and, eb, or }) =>
          or([
            eb('machines.releasedAt', 'is', null),
            and([eb('machines.offlineUntil', '>', now), eb('activationKeys.machineLimit', 'is not', null)]),
          ]),
        )
        .$asScalar()
        .as('machinesUsed'),
    );
}
