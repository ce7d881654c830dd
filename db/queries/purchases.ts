import { sql } from 'kysely';
import type { FailureReason, PaymentStatus, Review } from '#src/wire/purchases.ts';
import type { ChargeState, PurchaseRow, Queryable } from '../tables.ts';

export function findPurchase(db: Queryable, id: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findPurchaseByTransaction(db: Queryable, transactionId: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('transactionId', '=', transactionId).executeTakeFirst();
}

/** The purchase of a charge, by our reference or by the bank's own name for it. */
export function findPurchaseOfCharge(
  db: Queryable,
  provider: string,
  subject: string,
): Promise<PurchaseRow | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('provider', '=', provider)
    .where((row) => row.or([row('providerReference', '=', subject), row('providerChargeId', '=', subject)]))
    .executeTakeFirst();
}

export function findPurchaseByIdempotencyKey(db: Queryable, hash: string): Promise<PurchaseRow | undefined> {
  return db.selectFrom('purchases').selectAll().where('idempotencyKeyHash', '=', hash).executeTakeFirst();
}

export function insertPurchase(db: Queryable, purchase: PurchaseRow): Promise<PurchaseRow> {
  return db.insertInto('purchases').values(purchase).returningAll().executeTakeFirstOrThrow();
}

/** The purchases that the bank should be asked about, the longest due first. */
export function listDuePurchases(db: Queryable, now: string, limit: number): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('nextCheckAt', '<=', now)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute();
}

/** What was completed by a bank from `from` until before `to`, named as the bank knows it. */
export function listCompletedPurchases(
  db: Queryable,
  provider: string,
  from: string,
  to: string,
): Promise<Pick<PurchaseRow, 'id' | 'providerReference'>[]> {
  return db
    .selectFrom('purchases')
    .select(['id', 'providerReference'])
    .where('status', '=', sql.lit<PaymentStatus>('COMPLETED'))
    .where('completedAt', '>=', from)
    .where('completedAt', '<', to)
    .where('provider', '=', provider)
    .execute();
}

/** Claims a look at the bank, unless one was made after `notAfter`. */
export async function takeCheck(db: Queryable, id: string, now: string, notAfter: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ lastCheckAt: now })
    .where('id', '=', id)
    .where((row) => row.or([row('lastCheckAt', 'is', null), row('lastCheckAt', '<=', notAfter)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateNextCheck(db: Queryable, id: string, nextCheckAt: string | null): Promise<void> {
  await db
    .updateTable('purchases')
    .set((row) => ({ nextCheckAt, checkCount: row('checkCount', '+', 1) }))
    .where('id', '=', id)
    .where('status', '!=', 'REFUNDED')
    .execute();
}

/** Nothing more is expected from the bank, unless a refund was asked for meanwhile. */
export async function endChecks(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ nextCheckAt: null })
    .where('id', '=', id)
    .where((row) => row.or([row('status', '!=', 'COMPLETED'), row('refundRequestedAt', 'is', null)]))
    .execute();
}

/** The bank has the charge: the buyer can pay. */
export function openCharge(
  db: Queryable,
  id: string,
  charge: { providerChargeId: string; pixCopyPaste: string; nextCheckAt: string },
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({ ...charge, chargeState: 'open' })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('chargeState', 'in', ['creating', 'unclear'])
    .returningAll()
    .executeTakeFirst();
}

export async function markChargeUnclear(db: Queryable, id: string, nextCheckAt: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ chargeState: 'unclear', nextCheckAt })
    .where('id', '=', id)
    .where('chargeState', '=', 'creating')
    .execute();
}

/** The only way to COMPLETED. Late money is honoured, so FAILED may become COMPLETED; REFUNDED is final. */
export function completePurchase(
  db: Queryable,
  id: string,
  payment: { paidCents: number; providerPaymentId: string | null; completedAt: string },
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({
      ...payment,
      status: 'COMPLETED',
      failureReason: null,
      review: null,
      chargeState: 'closed',
      nextCheckAt: null,
    })
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'FAILED'])
    .returningAll()
    .executeTakeFirst();
}

/** Closes an open purchase that was not paid, if its charge stands in one of the states `from`. One under review stays. */
export function failPurchase(
  db: Queryable,
  id: string,
  { from, ...failure }: { failureReason: FailureReason; nextCheckAt: string | null; from: ChargeState[] },
): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({ ...failure, status: 'FAILED', chargeState: 'closed' })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('review', 'is', null)
    .where('chargeState', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/** What was paid for an open purchase went back before the sale was made, under review or not. */
export function failReturnedPurchase(db: Queryable, id: string): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({ status: 'FAILED', failureReason: 'rejected', review: null, chargeState: 'closed', nextCheckAt: null })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .returningAll()
    .executeTakeFirst();
}

export function refundPurchase(db: Queryable, id: string, refundedAt: string): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({ status: 'REFUNDED', refundedAt, review: null, keyWaitingSince: null, nextCheckAt: null })
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .returningAll()
    .executeTakeFirst();
}

/** Flags a purchase for the owner, once for each sum; `status` is where it must stand for that. */
export async function markReview(
  db: Queryable,
  id: string,
  flag: { status: 'PENDING' | 'COMPLETED'; review: Review; paidCents: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ review: flag.review, paidCents: flag.paidCents })
    .where('id', '=', id)
    .where('status', '=', flag.status)
    .where((row) =>
      row.or([
        row('review', 'is', null),
        row('review', '!=', flag.review),
        row('paidCents', 'is distinct from', flag.paidCents),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The dispute is over and the money stayed. */
export async function clearDispute(db: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ review: null })
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .where('review', '=', 'dispute')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markKeyWaiting(db: Queryable, id: string, since: string): Promise<void> {
  await db.updateTable('purchases').set({ keyWaitingSince: since }).where('id', '=', id).execute();
}

export async function countPurchaseDownload(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set((row) => ({ downloadCount: row('downloadCount', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Everything that these customers have ordered, newest first. */
export function listPurchasesOfCustomers(db: Queryable, customerIds: string[]): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('customerId', 'in', customerIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** As whom a customer has bought. */
export function listBuyerNames(db: Queryable, customerId: string) {
  return db
    .selectFrom('purchases')
    .select(['id', 'customerName', 'customerOrder'])
    .where('customerId', '=', customerId)
    .execute();
}

/**
 * Takes from the purchases of a customer who they were made by, and the hash of an order that somebody who guesses name and
 * e-mail could compare.
 */
export async function erasePurchasesOfCustomer(db: Queryable, customerId: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ customerName: null, customerEmail: null, requestHash: null })
    .where('customerId', '=', customerId)
    .execute();
}
