import type { ReviewReason } from '#src/wire/purchases.ts';
import type { PurchaseRow, Queryable } from '../tables.ts';

export type ReviewFlag = Pick<PurchaseRow, 'paidCents'> &
  Partial<Pick<PurchaseRow, 'returnedCents' | 'providerPaymentId'>> & {
    status: 'PENDING' | 'COMPLETED';
    review: ReviewReason;
  };

/** Flags the same sums only once. */
export async function markReview(db: Queryable, id: string, { status, ...flag }: ReviewFlag): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set(flag)
    .where('id', '=', id)
    .where('status', '=', status)
    .where((row) =>
      row.or([
        row('review', 'is', null),
        row('review', '!=', flag.review),
        row('paidCents', 'is distinct from', flag.paidCents),
        ...(flag.returnedCents === undefined ? [] : [row('returnedCents', '!=', flag.returnedCents)]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function clearReview(db: Queryable, id: string, review: ReviewReason): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ review: null })
    .where('id', '=', id)
    .where('review', '=', review)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
