import { sql } from 'kysely';
import { countRows } from '../../results.ts';
import type { Queryable } from '../../tables.ts';
import type { Slice } from '../lists/paging.ts';
import { disputedPurchases } from '../purchases/purchase-reviews.ts';

/** Between two moments; all without them. */
export type PartnerSaleFilter = { affiliateId: string; since?: string; until?: string };

/** Nothing of who bought. */
export function listPartnerSales(db: Queryable, filter: PartnerSaleFilter, { order, limit, offset }: Slice) {
  return salesOf(db, filter)
    .innerJoin('purchases', 'purchases.id', 'affiliateSales.purchaseId')
    .select(['affiliateSales.id', 'purchaseId', 'affiliateSales.createdAt', 'amountCents', 'commissionCents'])
    .select(['affiliateSales.status', 'payableAt', 'paidAt', 'attribution', 'attributedAt', 'couponCode', 'refundedAt'])
    .select('review')
    .orderBy('affiliateSales.createdAt', order)
    .orderBy('affiliateSales.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
}

export type ListedPartnerSale = Awaited<ReturnType<typeof listPartnerSales>>[number];

export function countPartnerSales(db: Queryable, filter: PartnerSaleFilter): Promise<number> {
  return salesOf(db, filter).$call(countRows);
}

function salesOf(db: Queryable, { affiliateId, since, until }: PartnerSaleFilter) {
  return db
    .selectFrom('affiliateSales')
    .where('affiliateSales.affiliateId', '=', affiliateId)
    .$if(since !== undefined, (sales) => sales.where('affiliateSales.createdAt', '>=', since ?? ''))
    .$if(until !== undefined, (sales) => sales.where('affiliateSales.createdAt', '<', until ?? ''));
}

/** What is held, and comes free by then unless it is in dispute, the first one first. */
export function listHeldSales(
  db: Queryable,
  affiliateId: string,
  { now, until }: { now: string; until: string },
): Promise<{ payableAt: string | null; commissionCents: number }[]> {
  return db
    .selectFrom('affiliateSales')
    .select(['payableAt', 'commissionCents'])
    .where('affiliateId', '=', affiliateId)
    .where('status', '=', 'pending')
    .where('settledCents', '=', 0)
    .where('payableAt', '>', now)
    .where('payableAt', '<', until)
    .where('purchaseId', 'not in', disputedPurchases(db))
    .orderBy('payableAt')
    .execute();
}

/**
 * What waits, what is released or owed back, and what was settled, open payouts included. A paid sale that went back
 * counts as paid until a payout takes it off.
 */
export function sumPartnerSales(db: Queryable, affiliateId: string, now: string) {
  const due = sql<number>`case status when 'reversed' then 0 else "commissionCents" end`;
  const isHeld = sql<boolean>`("payableAt" > ${now} or "purchaseId" in ${disputedPurchases(db)})`;
  const isWaiting = sql<boolean>`status = 'pending' and "settledCents" = 0 and ${isHeld}`;
  return db
    .selectFrom('affiliateSales')
    .select([
      sql<number>`coalesce(sum(case when ${isWaiting} then "commissionCents" else 0 end), 0)`.as('waitingCents'),
      sql<number>`coalesce(sum(case when ${isWaiting} then 1 else 0 end), 0)`.as('waitingCount'),
      sql<number>`coalesce(sum(case when ${isWaiting} then 0 else ${due} - "settledCents" end), 0)`.as('releasedCents'),
      sql<number>`coalesce(sum(case when status = 'pending' and not (${isWaiting}) then 1 else 0 end), 0)`.as(
        'releasedCount',
      ),
      sql<number>`coalesce(sum("settledCents"), 0)`.as('settledCents'),
      sql<number>`coalesce(sum(case when status <> 'pending' and "settledCents" > 0 then 1 else 0 end), 0)`.as(
        'paidCount',
      ),
    ])
    .where('affiliateId', '=', affiliateId)
    .executeTakeFirstOrThrow();
}

export async function sumOpenPayouts(db: Queryable, affiliateId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('payouts')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('amountCents'), row.lit(0)).as('cents'))
    .where('affiliateId', '=', affiliateId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return cents;
}

export function listPaidPayouts(
  db: Queryable,
  affiliateId: string,
  { since, until }: { since: string; until: string },
) {
  return db
    .selectFrom('payouts')
    .select(['number', 'amountCents', 'saleCount', 'paidAt'])
    .where('affiliateId', '=', affiliateId)
    .where('state', '=', 'paid')
    .where('paidAt', '>=', since)
    .where('paidAt', '<', until)
    .orderBy('paidAt', 'desc')
    .execute();
}
