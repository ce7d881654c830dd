import { freezeKeysOfPurchase, thawKeysOfPurchase } from '#db/queries/keys/activation-keys.ts';
import { findLastEvent } from '#db/queries/purchases/purchase-events.ts';
import { clearReview, markReview, type ReviewFlag } from '#db/queries/purchases/purchase-reviews.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import type { ReviewReason } from '#src/wire/purchases/purchases.ts';
import type { EventSource, PurchaseEvent } from '#src/wire/sales/sale-events.ts';
import { announceSale } from '../purchases/announce-sale.ts';
import { recountReviews } from '../reviews/write-review.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';

/** Returns false where it is held for the same, or not open any more. */
export async function holdForReview(
  shop: Shop,
  purchase: PurchaseRow,
  flag: ReviewFlag,
  source: EventSource,
): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    if (!(await markReview(tx, purchase.id, flag))) return false;
    if (flag.review === 'dispute') {
      await freezeKeysOfPurchase(tx, purchase.id, shop.clock.now().toISOString());
      await recountReviews(tx, shop, purchase.id);
    }
    await recordEvent(tx, shop, purchase.id, REVIEW_EVENTS[flag.review], source);
    await announceSale(tx, shop, 'sale.in_review', purchase.id, { which: shop.clock.now().toISOString() });
    return true;
  });
}

const REVIEW_EVENTS: Record<ReviewReason, PurchaseEvent> = {
  short_payment: 'short_payment',
  dispute: 'disputed',
  unknown_account: 'account_unknown',
  duplicate_payment: 'payment_taken',
  partial_return: 'returned_in_part',
  unknown_state: 'state_unknown',
};

export async function endDispute(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    const next = (await isReturnUndecided(tx, purchase)) ? 'partial_return' : null;
    if (!(await clearReview(tx, purchase.id, 'dispute', next))) return;
    await thawKeysOfPurchase(tx, purchase.id);
    await recountReviews(tx, shop, purchase.id);
    await recordEvent(tx, shop, purchase.id, 'dispute_ended', source);
  });
}

/** The dispute took the place of what the owner was asked about a partial return. */
async function isReturnUndecided(
  tx: Queryable,
  { id, paidCents, returnedCents, totalCents }: PurchaseRow,
): Promise<boolean> {
  if ((paidCents ?? totalCents) - returnedCents >= totalCents) return false;
  const last = await findLastEvent(tx, id, [
    'returned_in_part',
    'return_kept',
    'key_revoked',
  ] satisfies PurchaseEvent[]);
  return last === 'returned_in_part';
}
