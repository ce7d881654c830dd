import type { FailureReason } from '#src/wire/purchases/purchases.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { ChargeState, PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';

/** Returns false where the purchase is closed, or has its charge already. */
export async function markChargeOpen(db: Queryable, id: string, charge: OpenCharge): Promise<boolean> {
  const { numAffectedRows = 0n } = await chargeOpened.execute(db, { id, ...charge });
  return numAffectedRows > 0n;
}

type OpenCharge = { providerChargeId: string; pixCopyPaste: string; nextCheckAt: string };

const chargeOpened = prepared((db, { id, ...charge }: Placeholders<{ id: string } & OpenCharge>) =>
  db
    .updateTable('purchases')
    .set({ ...charge, chargeState: 'open' })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('chargeState', 'in', ['creating', 'unclear']),
);

export async function markChargeUnclear(db: Queryable, id: string, nextCheckAt: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ chargeState: 'unclear', nextCheckAt })
    .where('id', '=', id)
    .where('chargeState', '=', 'creating')
    .execute();
}

/** The facts are those of one payment; erasing is final, so an erased buyer's row takes no payer. */
export async function updatePaymentFacts(
  db: Queryable,
  id: string,
  facts: Partial<Pick<PurchaseRow, 'endToEndId' | 'payerHash'>>,
): Promise<void> {
  const { endToEndId, payerHash } = facts;
  const ofPurchase = db.updateTable('purchases').where('id', '=', id);
  if (endToEndId) await ofPurchase.set({ endToEndId }).where('endToEndId', 'is', null).execute();
  if (payerHash) {
    await ofPurchase.set({ payerHash }).where('payerHash', 'is', null).where('customerEmail', 'is not', null).execute();
  }
}

/** The only way to COMPLETED; late money may still complete a FAILED purchase, but REFUNDED is final, and money on its way back buys nothing. */
export function markPurchaseCompleted(db: Queryable, id: string, payment: BookedPayment): Promise<Sold | undefined> {
  return purchaseCompleted.executeTakeFirst(db, { id, ...payment });
}

export type Sold = Pick<PurchaseRow, 'id' | 'totalCents'>;

type BookedPayment = Pick<
  PurchaseRow,
  'paidCents' | 'returnedCents' | 'returnedAt' | 'providerPaymentId' | 'completedAt'
>;

const purchaseCompleted = prepared((db, { id, ...payment }: Placeholders<{ id: string } & BookedPayment>) =>
  db
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
    .where('refundRequestedAt', 'is', null)
    .returning(['id', 'totalCents']),
);

/** Leaves purchases under review. */
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

/** Takes a purchase that ended unpaid before, too. */
export function failReturnedPurchase(db: Queryable, id: string): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({
      status: 'FAILED',
      failureReason: 'rejected',
      review: null,
      chargeState: 'closed',
      nextCheckAt: null,
      refundRequestedAt: null,
    })
    .where('id', '=', id)
    .where((row) =>
      row.or([
        row('status', '=', 'PENDING'),
        row.and([row('status', '=', 'FAILED'), row('failureReason', '!=', 'rejected')]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

export function failReviewedPurchase(db: Queryable, id: string): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set({ status: 'FAILED', failureReason: 'expired', review: null, chargeState: 'closed', nextCheckAt: null })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('review', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

export function refundPurchase(db: Queryable, id: string, refundedAt: string): Promise<PurchaseRow | undefined> {
  return db
    .updateTable('purchases')
    .set((row) => ({
      status: 'REFUNDED',
      refundedAt,
      returnedAt: refundedAt,
      returnedCents: row.fn.coalesce('paidCents', 'totalCents'),
      review: null,
      nextCheckAt: null,
    }))
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .returningAll()
    .executeTakeFirst();
}
