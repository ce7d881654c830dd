import type { AffiliateSaleRow, Queryable } from '../tables.ts';
import { isOlder, type Slice } from './paging.ts';
import { matching } from './searching.ts';

/** The affiliate behind the coupon of a purchase, with the commission that is agreed now. */
export function findAffiliateOfPurchase(db: Queryable, purchaseId: string) {
  return db
    .selectFrom('redemptions')
    .innerJoin('coupons', 'coupons.id', 'redemptions.couponId')
    .innerJoin('affiliates', 'affiliates.userId', 'coupons.affiliateId')
    .select(['affiliates.userId', 'affiliates.commissionHundredths'])
    .where('redemptions.purchaseId', '=', purchaseId)
    .executeTakeFirst();
}

export async function insertAffiliateSale(db: Queryable, sale: AffiliateSaleRow): Promise<void> {
  await db.insertInto('affiliateSales').values(sale).execute();
}

/** Takes the commission of a sale back, once. One that was paid already keeps its `paidAt`: it is owed back. */
export function reverseAffiliateSale(db: Queryable, purchaseId: string): Promise<AffiliateSaleRow | undefined> {
  return db
    .updateTable('affiliateSales')
    .set({ status: 'reversed' })
    .where('purchaseId', '=', purchaseId)
    .where('status', '!=', 'reversed')
    .returningAll()
    .executeTakeFirst();
}

export function findSaleOfAffiliate(db: Queryable, purchaseId: string): Promise<AffiliateSaleRow | undefined> {
  return db.selectFrom('affiliateSales').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirst();
}

/** The sale is worth less by now. One whose commission was paid already keeps that it was. */
export async function lowerAffiliateSale(
  db: Queryable,
  purchaseId: string,
  worth: Pick<AffiliateSaleRow, 'amountCents' | 'commissionCents'>,
): Promise<void> {
  await db
    .updateTable('affiliateSales')
    .set(worth)
    .where('purchaseId', '=', purchaseId)
    .where('status', '!=', 'reversed')
    .execute();
}

/** The commission of a sale, with the name of who gets it. */
export function findCommission(db: Queryable, purchaseId: string) {
  return db
    .selectFrom('affiliateSales')
    .innerJoin('users', 'users.id', 'affiliateSales.affiliateId')
    .select(['users.name', 'affiliateSales.commissionCents', 'affiliateSales.status', 'affiliateSales.paidAt'])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst();
}

export type AffiliateSaleFilter = { affiliateId: string | null; status: AffiliateSaleRow['status'] | null; q: string };

/** A row of the list: the commission and the purchase that it is for. */
export type ListedAffiliateSale = Awaited<ReturnType<typeof listAffiliateSales>>[number];

/** A slice of them by their time, in its order. */
export function listAffiliateSales(db: Queryable, filter: AffiliateSaleFilter, { order, limit, offset }: Slice) {
  const ids = wantedSales(db, filter)
    .select('id')
    .orderBy('createdAt', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset);
  return listedSales(db)
    .where('affiliateSales.id', 'in', ids)
    .orderBy('affiliateSales.createdAt', order)
    .orderBy('affiliateSales.id', order)
    .execute();
}

/** The sales that stand, those after `last`, newest first. */
export function listStandingSalesAfter(
  db: Queryable,
  affiliateId: string | null,
  last: { createdAt: string; id: string } | undefined,
  limit: number,
): Promise<ListedAffiliateSale[]> {
  const all = listedSales(db)
    .where('affiliateSales.status', '!=', 'reversed')
    .$if(affiliateId !== null, (sales) => sales.where('affiliateSales.affiliateId', '=', affiliateId ?? ''));
  return (last ? all.where(isOlder('affiliateSales', last)) : all)
    .orderBy('affiliateSales.createdAt', 'desc')
    .orderBy('affiliateSales.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countAffiliateSales(db: Queryable, filter: AffiliateSaleFilter): Promise<number> {
  const { total } = await wantedSales(db, filter)
    .select((row) => row.fn.count<number>('id').as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export function findAffiliateSale(db: Queryable, id: string): Promise<ListedAffiliateSale | undefined> {
  return listedSales(db).where('affiliateSales.id', '=', id).executeTakeFirst();
}

/** Marks a commission as paid, once; false when it does not wait for that. */
export async function payAffiliateSale(db: Queryable, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('affiliateSales')
    .set({ status: 'paid', paidAt: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function wantedSales(db: Queryable, { affiliateId, status, q }: AffiliateSaleFilter) {
  return db
    .selectFrom('affiliateSales')
    .$if(affiliateId !== null, (sales) => sales.where('affiliateId', '=', affiliateId ?? ''))
    .$if(status !== null, (sales) => sales.where('status', '=', status ?? 'pending'))
    .$if(q !== '', (sales) => sales.where('purchaseId', 'in', matching('purchase', q)));
}

function listedSales(db: Queryable) {
  return db
    .selectFrom('affiliateSales')
    .innerJoin('purchases', 'purchases.id', 'affiliateSales.purchaseId')
    .innerJoin('users', 'users.id', 'affiliateSales.affiliateId')
    .select(['affiliateSales.id', 'affiliateSales.affiliateId', 'purchaseId', 'amountCents', 'commissionCents'])
    .select(['affiliateSales.status', 'affiliateSales.createdAt', 'paidAt', 'users.name as affiliateName'])
    .select(['customerName', 'productName', 'couponCode']);
}
