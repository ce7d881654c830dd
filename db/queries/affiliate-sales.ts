import type { AffiliateSaleRow, Queryable } from '../tables.ts';

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

/** The commission of a sale, with the name of who gets it. */
export function findCommission(db: Queryable, purchaseId: string) {
  return db
    .selectFrom('affiliateSales')
    .innerJoin('users', 'users.id', 'affiliateSales.affiliateId')
    .select(['users.name', 'affiliateSales.commissionCents', 'affiliateSales.status', 'affiliateSales.paidAt'])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst();
}
