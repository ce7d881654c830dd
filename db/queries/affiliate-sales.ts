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

export async function reverseAffiliateSale(db: Queryable, purchaseId: string): Promise<void> {
  await db.updateTable('affiliateSales').set({ status: 'reversed' }).where('purchaseId', '=', purchaseId).execute();
}
