import { endChecks, updateNextCheck } from '#db/queries/purchases/due-purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import type { ReviewReason } from '#src/wire/purchases/purchases.ts';
import type { Shop } from '../../shop.ts';
import { nextCheckAt, nextDisputeCheckAt, nextLateCheckAt } from './poll-intervals.ts';

/** `restMs` is the pause that the bank requested. */
export async function scheduleNextPoll(shop: Shop, purchase: PurchaseRow, restMs = 0): Promise<void> {
  const now = shop.clock.now();
  const next = nextPollAt(purchase, now);
  const isClosed = purchase.status === 'COMPLETED' && next === null;
  if (isClosed) return inTransaction(shop.db, (tx) => endChecks(tx, purchase.id));
  const earliest = new Date(now.getTime() + restMs).toISOString();
  const at = next !== null && next < earliest ? earliest : next;
  return inTransaction(shop.db, (tx) => updateNextCheck(tx, purchase.id, at));
}

const SLOW_REVIEWS: readonly ReviewReason[] = ['dispute', 'unknown_account', 'duplicate_payment'];

function nextPollAt(purchase: PurchaseRow, now: Date): string | null {
  if (purchase.review !== null && SLOW_REVIEWS.includes(purchase.review)) return nextDisputeCheckAt(now);
  if (purchase.status === 'FAILED') return nextLateCheckAt(purchase, now);
  return purchase.status === 'PENDING' || purchase.refundRequestedAt ? nextCheckAt(purchase, now) : null;
}
