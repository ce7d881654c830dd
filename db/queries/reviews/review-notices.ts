import { updatesAny } from '../../results.ts';
import type { ReviewNoticeRow } from '../../tables/reviews.ts';
import type { Queryable } from '../../tables.ts';
import { isBought } from './reviews.ts';

export async function insertReviewNotice(db: Queryable, notice: ReviewNoticeRow): Promise<void> {
  await db
    .insertInto('reviewNotices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Each row is given out once. */
export async function takeDueNotices(db: Queryable, now: string, limit: number): Promise<string[]> {
  const taken = await db
    .deleteFrom('reviewNotices')
    .where('itemId', 'in', (due) =>
      due
        .selectFrom('reviewNotices as due')
        .select('due.itemId')
        .where('due.dueAt', '<=', now)
        .orderBy('due.dueAt')
        .limit(limit),
    )
    .returning('itemId')
    .execute();
  return taken.map(({ itemId }) => itemId);
}

export type AskedBuyer = { customerId: string; productId: string };

export async function listBuyersOfItems(db: Queryable, itemIds: readonly string[]): Promise<AskedBuyer[]> {
  const buyers = await db
    .selectFrom('purchaseItems')
    .innerJoin('purchases', 'purchases.id', 'purchaseItems.purchaseId')
    .select(['purchases.customerId', 'purchaseItems.productId'])
    .where('purchaseItems.id', 'in', itemIds)
    .orderBy('purchaseItems.id')
    .execute();
  return buyers;
}

/** Returns undefined for whoever has written already, wants no such mail, does not get it, or gave the product back. */
export function findBuyerToAsk(db: Queryable, { customerId, productId }: AskedBuyer) {
  return db
    .selectFrom('purchases')
    .innerJoin('customers', 'customers.id', 'purchases.customerId')
    .innerJoin('purchaseItems', 'purchaseItems.purchaseId', 'purchases.id')
    .innerJoin('products', 'products.id', 'purchaseItems.productId')
    .select(['purchaseItems.id as itemId', 'products.name as productName', 'customers.name', 'customers.email'])
    .where('purchases.customerId', '=', customerId)
    .where('purchaseItems.productId', '=', productId)
    .where('purchaseItems.renewsItemId', 'is', null)
    .where((row) => isBought(row))
    .where('customers.wantsReviewNotices', '=', 1)
    .where('customers.bouncedAt', 'is', null)
    .where('customers.email', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reviews')
            .select('reviews.id')
            .where('reviews.customerId', '=', customerId)
            .where('reviews.productId', '=', productId),
        ),
      ),
    )
    .orderBy('purchases.number', 'desc')
    .limit(1)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}

export function declineReviewNotices(db: Queryable, customerId: string): Promise<boolean> {
  return db
    .updateTable('customers')
    .set({ wantsReviewNotices: 0 })
    .where('id', '=', customerId)
    .where('erasedAt', 'is', null)
    .$call(updatesAny);
}
