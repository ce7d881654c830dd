import { countRows, updatesAny } from '../../results.ts';
import type { CommissionRow, CommissionSettlement } from '../../tables/affiliates.ts';
import type { Queryable } from '../../tables.ts';
import { matching } from '../lists/full-text-search.ts';
import { isOlder, type Slice } from '../lists/paging.ts';
import { disputedPurchases } from '../purchases/purchase-reviews.ts';

/** Of an order from before purchases said who brought the buyer. */
export function findAffiliateOfCoupon(db: Queryable, purchaseId: string) {
  return db
    .selectFrom('redemptions')
    .innerJoin('coupons', 'coupons.id', 'redemptions.couponId')
    .innerJoin('affiliates', 'affiliates.userId', 'coupons.affiliateId')
    .select(['affiliates.userId', 'affiliates.commissionHundredths'])
    .where('redemptions.purchaseId', '=', purchaseId)
    .executeTakeFirst();
}

export function findRate(db: Queryable, affiliateId: string) {
  return db
    .selectFrom('affiliates')
    .select(['userId', 'commissionHundredths'])
    .where('userId', '=', affiliateId)
    .executeTakeFirst();
}

/** With the rate of each product that has its own. */
export function listRatedItems(
  db: Queryable,
  purchaseId: string,
): Promise<{ totalCents: number; commissionPercent: number | null }[]> {
  return db
    .selectFrom('purchaseItems')
    .innerJoin('products', 'products.id', 'purchaseItems.productId')
    .select(['purchaseItems.totalCents', 'products.commissionPercent'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('position')
    .execute();
}

/** One that was paid before a restore is there already. */
export function insertCommission(
  db: Queryable,
  commission: CommissionRow & Pick<CommissionSettlement, 'payableAt'>,
): Promise<{ id: string } | undefined> {
  return db
    .insertInto('affiliateSales')
    .values(commission)
    .onConflict((conflict) => conflict.column('purchaseId').doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** A paid commission keeps its `paidAt`, since it is owed back. */
export function reverseCommission(db: Queryable, purchaseId: string): Promise<CommissionRow | undefined> {
  return db
    .updateTable('affiliateSales')
    .set({ status: 'reversed' })
    .where('purchaseId', '=', purchaseId)
    .where('status', '!=', 'reversed')
    .returningAll()
    .executeTakeFirst();
}

export function findCommissionByPurchase(db: Queryable, purchaseId: string): Promise<CommissionRow | undefined> {
  return db.selectFrom('affiliateSales').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst();
}

/** A commission that was paid already stays marked as paid. */
export async function lowerCommission(
  db: Queryable,
  purchaseId: string,
  worth: Pick<CommissionRow, 'amountCents' | 'commissionCents'>,
): Promise<void> {
  await db
    .updateTable('affiliateSales')
    .set(worth)
    .where('purchaseId', '=', purchaseId)
    .where('status', '!=', 'reversed')
    .execute();
}

export function findCommissionWithName(db: Queryable, purchaseId: string) {
  return db
    .selectFrom('affiliateSales')
    .innerJoin('users', 'users.id', 'affiliateSales.affiliateId')
    .select(['users.name', 'affiliateSales.commissionCents', 'affiliateSales.status', 'affiliateSales.paidAt'])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst();
}

export type CommissionFilter = { affiliateId: string | null; status: CommissionRow['status'] | null; q: string };

export type ListedCommission = Awaited<ReturnType<typeof listCommissions>>[number];

export function listCommissions(db: Queryable, filter: CommissionFilter, { order, limit, offset }: Slice) {
  const ids = matchingCommissions(db, filter)
    .select('id')
    .orderBy('createdAt', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset);
  return listedCommissions(db)
    .where('affiliateSales.id', 'in', ids)
    .orderBy('affiliateSales.createdAt', order)
    .orderBy('affiliateSales.id', order)
    .execute();
}

export function listStandingCommissionsAfter(
  db: Queryable,
  affiliateId: string | null,
  last: { createdAt: string; id: string } | undefined,
  limit: number,
): Promise<ListedCommission[]> {
  const all = listedCommissions(db)
    .where('affiliateSales.status', '!=', 'reversed')
    .$if(affiliateId !== null, (commissions) =>
      commissions.where('affiliateSales.affiliateId', '=', affiliateId ?? ''),
    );
  return (last ? all.where(isOlder('affiliateSales', last)) : all)
    .orderBy('affiliateSales.createdAt', 'desc')
    .orderBy('affiliateSales.id', 'desc')
    .limit(limit)
    .execute();
}

export function countCommissions(db: Queryable, filter: CommissionFilter): Promise<number> {
  return matchingCommissions(db, filter).$call(countRows);
}

export function findListedCommission(db: Queryable, id: string): Promise<ListedCommission | undefined> {
  return listedCommissions(db).where('affiliateSales.id', '=', id).executeTakeFirst();
}

/** One that stands in an open payout is paid with it. */
export function payCommission(
  db: Queryable,
  id: string,
  { now, isForced }: { now: string; isForced: boolean },
): Promise<boolean> {
  return db
    .updateTable('affiliateSales')
    .set((row) => ({ status: 'paid', paidAt: now, settledCents: row.ref('commissionCents') }))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('settledCents', '=', 0)
    .$if(!isForced, (sales) =>
      sales
        .where((row) => row.or([row('payableAt', 'is', null), row('payableAt', '<=', now)]))
        .where('purchaseId', 'not in', disputedPurchases(db)),
    )
    .$call(updatesAny);
}

function matchingCommissions(db: Queryable, { affiliateId, status, q }: CommissionFilter) {
  return db
    .selectFrom('affiliateSales')
    .$if(affiliateId !== null, (commissions) => commissions.where('affiliateId', '=', affiliateId ?? ''))
    .$if(status !== null, (commissions) => commissions.where('status', '=', status ?? 'pending'))
    .$if(q !== '', (commissions) => commissions.where('purchaseId', 'in', matching(db, 'purchase', q)));
}

function listedCommissions(db: Queryable) {
  return db
    .selectFrom('affiliateSales')
    .innerJoin('purchases', 'purchases.id', 'affiliateSales.purchaseId')
    .innerJoin('users', 'users.id', 'affiliateSales.affiliateId')
    .select(['affiliateSales.id', 'affiliateSales.affiliateId', 'purchaseId', 'amountCents', 'commissionCents'])
    .select(['affiliateSales.status', 'affiliateSales.createdAt', 'paidAt', 'users.name as affiliateName'])
    .select(['customerName', 'couponCode', 'attribution', 'attributedAt', 'payableAt', 'settledCents', 'refundedAt'])
    .select('review');
}
