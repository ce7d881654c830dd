import { type SqlBool, sql } from 'kysely';
import type { FailureReason } from '#src/wire/purchases/purchases.ts';
import { type Placeholders, prepared } from '../../prepared.ts';
import type { ChargeState, PurchaseItemRow, PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable } from '../../tables.ts';
import { writeTogether } from '../../write-together.ts';
import { type NewMail, newMail } from '../mail/outbox.ts';
import { type NewEvent, newEvent } from './purchase-events.ts';
import { redemptionUsed } from './redemptions.ts';

/** Returns false where the purchase is closed, or has its charge already; `event` is recorded only otherwise. */
export async function markChargeOpen(db: Queryable, id: string, charge: OpenCharge, event: NewEvent): Promise<boolean> {
  const [opened] = await writeTogether(db, [chargeOpened.with({ id, ...charge }), newEvent.with(event)]);
  return opened.length > 0;
}

type OpenCharge = { providerChargeId: string; pixCopyPaste: string; nextCheckAt: string | null };

const chargeOpened = prepared((db, { id, ...charge }: Placeholders<{ id: string } & OpenCharge>) =>
  db
    .updateTable('purchases')
    .set({ ...charge, chargeState: 'open' })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('chargeState', 'in', ['creating', 'unclear'])
    .returning('id'),
);

export async function markChargeUnclear(db: Queryable, id: string, nextCheckAt: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ chargeState: 'unclear', nextCheckAt })
    .where('id', '=', id)
    .where('chargeState', '=', 'creating')
    .execute();
}

export type PaymentFacts = { endToEndId?: string; payerHash?: string };

/** The facts are those of one payment; erasing is final, so an erased buyer's row takes no payer. */
export async function updatePaymentFacts(db: Queryable, id: string, facts: PaymentFacts): Promise<void> {
  const { endToEndId, payerHash } = facts;
  const ofPurchase = db.updateTable('purchases').where('id', '=', id);
  if (endToEndId) await ofPurchase.set({ endToEndId }).where('endToEndId', 'is', null).execute();
  if (payerHash) {
    await ofPurchase.set({ payerHash }).where('payerHash', 'is', null).where('customerEmail', 'is not', null).execute();
  }
}

/**
 * The only way to COMPLETED; late money may still complete a FAILED purchase, but REFUNDED is final, and money on its way back
 * buys nothing. What follows a sale is written with it, or nothing is.
 */
export async function completeSale(
  db: Queryable,
  id: string,
  payment: BookedPayment,
  following: { event: NewEvent | null; receipt: NewMail; now: string },
): Promise<CompletedSale | undefined> {
  const { event, receipt, now } = following;
  const [[sold], [redemption], items] = await writeTogether(db, [
    purchaseCompleted.with({ id, ...payment }),
    redemptionUsed.with({ purchaseId: id, now }),
    boughtItems.with({ purchaseId: id }),
    ...(event ? [newEvent.with(event)] : []),
    newMail.with(receipt),
  ]);
  return (
    sold && { ...sold, items, hasCoupon: redemption !== undefined, onlyOwnersOf: redemption?.onlyOwnersOf ?? null }
  );
}

/** A restored purchase may have its key already. */
const boughtItems = prepared((db, { purchaseId }: Placeholders<{ purchaseId: string }>) =>
  db
    .selectFrom('purchaseItems')
    .leftJoin('activationKeys', 'activationKeys.itemId', 'purchaseItems.id')
    .selectAll('purchaseItems')
    .select(({ exists, selectFrom }) => [
      'key',
      exists(selectFrom('trials').select('trials.id').whereRef('trials.productId', '=', 'purchaseItems.productId')).as(
        'isTried',
      ),
    ])
    .where('purchaseId', '=', purchaseId)
    .orderBy('position'),
);

export type BoughtItem = PurchaseItemRow & {
  key: string | null;
  /** Somebody has tried the product, maybe this buyer. */
  isTried: SqlBool;
};

export type Sold = Pick<PurchaseRow, 'id' | 'totalCents' | 'affiliateId' | 'attribution'>;
export type CompletedSale = Sold & {
  customerId: string;
  items: BoughtItem[];
  hasCoupon: boolean;
  /** The product that the coupon asks the buyer to own. */
  onlyOwnersOf: string | null;
};

type BookedPayment = Pick<
  PurchaseRow,
  'paidCents' | 'returnedCents' | 'returnedAt' | 'providerPaymentId' | 'completedAt'
> &
  PaymentFacts;

type Completed = { id: string } & BookedPayment;

/** What is known of the payment stays, as in `updatePaymentFacts`. */
const purchaseCompleted = prepared((db, { id, endToEndId, payerHash, ...payment }: Placeholders<Completed>) =>
  db
    .updateTable('purchases')
    .set({
      ...payment,
      ...(endToEndId && { endToEndId: sql<string>`coalesce("endToEndId", ${endToEndId})` }),
      ...(payerHash && {
        payerHash: sql<string>`case when "customerEmail" is null then "payerHash" else coalesce("payerHash", ${payerHash}) end`,
      }),
      status: 'COMPLETED',
      failureReason: null,
      review: null,
      chargeState: 'closed',
      nextCheckAt: null,
    })
    .where('id', '=', id)
    .where('status', 'in', ['PENDING', 'FAILED'])
    .where('refundRequestedAt', 'is', null)
    .returning(['id', 'customerId', 'totalCents', 'affiliateId', 'attribution']),
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
      // Nothing comes back of what cost nothing.
      returnedAt: sql<string | null>`case when coalesce("paidCents", "totalCents") > 0 then ${refundedAt} end`,
      returnedCents: row.fn.coalesce('paidCents', 'totalCents'),
      review: null,
      nextCheckAt: null,
    }))
    .where('id', '=', id)
    .where('status', '=', 'COMPLETED')
    .returningAll()
    .executeTakeFirst();
}
