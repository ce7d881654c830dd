import { sql } from 'kysely';
import { IMPORT_PROVIDER } from '#src/wire/payments/pix-providers.ts';
import type { PaymentStatus, ReviewReason } from '#src/wire/purchases/purchases.ts';
import { updatesAny } from '../../results.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';

/** Takes short payments too; undefined when not refundable or requested already. */
export function requestRefund(
  db: Queryable,
  id: string,
  request: { refundRequestedAt: string; nextCheckAt: string },
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({ ...request, checkCount: 0 })
    .where('id', '=', id)
    .where((row) =>
      row.or([
        row('status', '=', 'COMPLETED'),
        row.and([row('status', '=', 'PENDING'), row('review', '=', 'short_payment')]),
      ]),
    )
    .where('refundRequestedAt', 'is', null)
    .where('provider', '<>', IMPORT_PROVIDER)
    .returningAll()
    .executeTakeFirst();
}

export function claimRefundAttempt(
  db: Queryable,
  id: string,
  now: string,
  nextCheckAt: string,
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set((row) => ({ nextCheckAt, checkCount: row('checkCount', '+', 1) }))
    .where('id', '=', id)
    .where('status', 'in', PAID)
    .where('refundRequestedAt', 'is not', null)
    .where('nextCheckAt', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

export async function postponeRefund(db: Queryable, id: string, nextCheckAt: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ nextCheckAt })
    .where('id', '=', id)
    .where('status', 'in', PAID)
    .where('refundRequestedAt', 'is not', null)
    .execute();
}

/** Ends the refused request alone; a dispute is still polled. */
export function cancelRefundRequest(
  db: Queryable,
  id: string,
  refundRequestedAt: string,
  disputeCheckAt: string,
): Promise<boolean> {
  return db
    .updateTable('purchases')
    .set((row) => ({
      refundRequestedAt: null,
      nextCheckAt: row
        .case()
        .when(row.or([row('review', '=', 'dispute'), row('status', '=', 'PENDING')]))
        .then(disputeCheckAt)
        .else(null)
        .end(),
    }))
    .where('id', '=', id)
    .where('status', 'in', PAID)
    .where('refundRequestedAt', '=', refundRequestedAt)
    .$call(updatesAny);
}

/** Flags the purchase when less than the price is left; undefined when that much is booked already. */
export function raiseReturned(
  db: Queryable,
  id: string,
  returnedCents: number,
  returnedAt: string,
): Promise<PurchaseRow | undefined> {
  const isShort = sql<boolean>`coalesce("paidCents", "totalCents") - ${returnedCents} < "totalCents"`;
  return db
    .updateTable('purchases')
    .set((row) => ({
      returnedCents,
      returnedAt,
      review: row
        .case()
        .when(row.and([row('review', 'is', null), isShort]))
        .then(sql.lit<ReviewReason>('partial_return'))
        .else(row.ref('review'))
        .end(),
    }))
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .where('returnedCents', '<', returnedCents)
    .returningAll()
    .executeTakeFirst();
}

/** Short payments stay PENDING and can be refunded too. */
const PAID: PaymentStatus[] = ['COMPLETED', 'PENDING'];
