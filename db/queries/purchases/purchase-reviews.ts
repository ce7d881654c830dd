import { sql } from 'kysely';
import type { ReviewReason } from '#src/wire/purchases/purchases.ts';
import { updatesAny } from '../../results.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';

export type ReviewFlag = Pick<PurchaseRow, 'paidCents'> &
  Partial<Pick<PurchaseRow, 'returnedCents' | 'providerPaymentId'>> & {
    status: 'PENDING' | 'COMPLETED';
    review: ReviewReason;
  };

/** Flags the same sums only once. Money that arrived after the end opens the purchase again, unless it was decided about. */
export async function markReview(db: Queryable, id: string, flag: ReviewFlag): Promise<boolean> {
  const opensAgain = flag.status === 'PENDING' && REVIEWS_OF_MONEY.includes(flag.review);
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ ...flag, failureReason: null })
    .where('id', '=', id)
    .where((row) => {
      const isOtherSum = row('paidCents', 'is distinct from', flag.paidCents);
      const isNew = row.or([
        row('review', 'is', null),
        row('review', '!=', flag.review),
        isOtherSum,
        ...(flag.returnedCents === undefined ? [] : [row('returnedCents', '!=', flag.returnedCents)]),
      ]);
      const isOpen = row.and([row('status', '=', flag.status), isNew]);
      return opensAgain ? row.or([isOpen, row.and([row('status', '=', 'FAILED'), isOtherSum])]) : isOpen;
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const REVIEWS_OF_MONEY: readonly ReviewReason[] = ['short_payment', 'partial_return', 'dispute'];

export function disputedPurchases(db: Queryable) {
  return db.selectFrom('purchases').select('purchases.id').where('review', '=', sql.lit<ReviewReason>('dispute'));
}

/** `next` is for what still waits. */
export function clearReview(
  db: Queryable,
  id: string,
  review: ReviewReason,
  next: ReviewReason | null = null,
): Promise<boolean> {
  return db
    .updateTable('purchases')
    .set({ review: next })
    .where('id', '=', id)
    .where('review', '=', review)
    .$call(updatesAny);
}
