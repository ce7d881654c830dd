import { countRows } from '../../results.ts';
import type { UserRow } from '../../tables/access.ts';
import type { AffiliateRow } from '../../tables/affiliates.ts';
import type { Queryable } from '../../tables.ts';
import { contains } from '../lists/like-search.ts';
import type { Slice } from '../lists/paging.ts';

export type ListedAffiliate = Awaited<ReturnType<typeof listAffiliates>>[number];

type AffiliateSort = 'createdAt' | 'name' | 'rate' | 'sales' | 'commission' | 'pending';

/** `ids` are the chosen rows; all are meant without them. */
export type AffiliateFilter = { q: string; ids?: readonly string[] | null };

export function listAffiliates(
  db: Queryable,
  filter: AffiliateFilter,
  by: AffiliateSort,
  { order, limit, offset }: Slice,
) {
  return listedAffiliates(db, filter)
    .orderBy(COLUMNS[by], order)
    .orderBy('users.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export function findListedAffiliate(db: Queryable, id: string): Promise<ListedAffiliate> {
  return listedAffiliates(db, { q: '' }).where('users.id', '=', id).executeTakeFirstOrThrow();
}

function listedAffiliates(db: Queryable, filter: AffiliateFilter) {
  return openAffiliates(db, filter).select((row) => [
    'users.id',
    'users.name',
    'users.email',
    'users.isActive',
    'affiliates.createdAt',
    'affiliates.commissionHundredths',
    'affiliates.pendingCents',
    row('pendingCount', '+', row.ref('paidCount')).as('saleCount'),
    row('pendingCents', '+', row.ref('paidCents')).as('commissionCents'),
    'coupons.code as couponCode',
  ]);
}

const COLUMNS = {
  createdAt: 'affiliates.createdAt',
  name: 'users.nameOrder',
  rate: 'affiliates.commissionHundredths',
  sales: 'saleCount',
  commission: 'commissionCents',
  pending: 'affiliates.pendingCents',
} as const;

export function countAffiliates(db: Queryable, filter: AffiliateFilter): Promise<number> {
  return openAffiliates(db, filter).$call(countRows);
}

function openAffiliates(db: Queryable, { q, ids = null }: AffiliateFilter) {
  return db
    .selectFrom('affiliates')
    .innerJoin('users', 'users.id', 'affiliates.userId')
    .leftJoin('coupons', (join) =>
      join.onRef('coupons.affiliateId', '=', 'users.id').on('coupons.withdrawnAt', 'is', null),
    )
    .where('users.isAffiliate', '=', 1)
    .$if(ids !== null, (affiliates) => affiliates.where('users.id', 'in', ids ?? []))
    .$if(q !== '', (affiliates) =>
      affiliates.where((row) => row.or([contains('users.words', q), contains('coupons.words', q)])),
    );
}

/** Includes closed accounts. */
export function findAffiliate(db: Queryable, id: string) {
  return db
    .selectFrom('affiliates')
    .innerJoin('users', 'users.id', 'affiliates.userId')
    .select(['users.id', 'users.name', 'users.email', 'users.isAffiliate', 'users.isActive'])
    .select(['commissionHundredths', 'affiliates.createdAt', 'pendingCount', 'paidCount', 'reversedCount'])
    .where('userId', '=', id)
    .executeTakeFirst();
}

export function listCurrentAndFormerAffiliates(db: Queryable): Promise<Pick<UserRow, 'id' | 'name' | 'isAffiliate'>[]> {
  return db
    .selectFrom('affiliates')
    .innerJoin('users', 'users.id', 'affiliates.userId')
    .select(['users.id', 'users.name', 'users.isAffiliate'])
    .where((row) =>
      row.or([
        row('users.isAffiliate', '=', 1),
        row('pendingCount', '>', 0),
        row('paidCount', '>', 0),
        row('reversedCount', '>', 0),
      ]),
    )
    .orderBy('users.isAffiliate', 'desc')
    .orderBy('users.nameOrder')
    .execute();
}

export function sumCommissions(db: Queryable, affiliateId: string | null) {
  return db
    .selectFrom('affiliates')
    .select((row) => FIGURES.map((figure) => row.fn.coalesce(row.fn.sum<number>(figure), row.lit(0)).as(figure)))
    .$if(affiliateId !== null, (affiliates) => affiliates.where('userId', '=', affiliateId))
    .executeTakeFirstOrThrow();
}

const FIGURES = ['pendingCount', 'pendingCents', 'paidCount', 'paidCents', 'reversedCount', 'reversedCents'] as const;

export async function insertAffiliate(db: Queryable, affiliate: AffiliateRow): Promise<void> {
  await db.insertInto('affiliates').values(affiliate).execute();
}

export async function updateAffiliate(
  db: Queryable,
  userId: string,
  change: Partial<Omit<AffiliateRow, 'userId'>>,
): Promise<void> {
  await db.updateTable('affiliates').set(change).where('userId', '=', userId).execute();
}

/** Fails while sales reference it. */
export async function deleteAffiliateUser(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).where('isAdmin', '=', 0).execute();
}
