import { endChecks, updateNextCheck } from '#db/queries/due-purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import { MINUTE_MS } from '#src/wire/durations.ts';
import type { ReviewReason } from '#src/wire/purchases.ts';
import type { Shop } from '../shop.ts';
import type { ChargeReading, PixProvider } from './pix-provider.ts';
import { nextCheckAt, nextDisputeCheckAt, nextLateCheckAt } from './schedule.ts';

/** `restMs` is the pause that the bank requested. */
export async function scheduleNextPoll(shop: Shop, purchase: PurchaseRow, restMs = 0): Promise<void> {
  const now = shop.clock.now();
  const next = nextPollAt(purchase, now);
  const isClosed = purchase.status === 'COMPLETED' && next === null;
  if (isClosed) return endChecks(shop.db, purchase.id);
  const earliest = new Date(now.getTime() + restMs).toISOString();
  return updateNextCheck(shop.db, purchase.id, next !== null && next < earliest ? earliest : next);
}

/** Applies the pause of one poll to all waiting pages, capped. */
export async function pauseBank({ limits }: Shop, bank: PixProvider, reading: ChargeReading): Promise<void> {
  const restMs = bankPauseMs(reading);
  if (restMs > 0) await limits.pause('bankPause', bank.accountId, Math.min(restMs, LONGEST_PAUSE_MS));
}

export async function isBankPaused({ limits }: Shop, bank: PixProvider): Promise<boolean> {
  return (await limits.peek('bankPause', bank.accountId)) !== null;
}

/** Capped, so that payments are still noticed in the promised time. */
export function bankPauseMs(reading: ChargeReading): number {
  return reading.outcome === 'unavailable' ? Math.min(reading.retryAfterMs ?? 0, LONGEST_REST_MS) : 0;
}

const LONGEST_REST_MS = 9 * MINUTE_MS;
const LONGEST_PAUSE_MS = MINUTE_MS;

/** Reviews that change only after somebody acts. */
const SLOW_REVIEWS: readonly ReviewReason[] = ['dispute', 'unknown_account', 'duplicate_payment'];

function nextPollAt(purchase: PurchaseRow, now: Date): string | null {
  if (purchase.review !== null && SLOW_REVIEWS.includes(purchase.review)) return nextDisputeCheckAt(now);
  if (purchase.status === 'FAILED') return nextLateCheckAt(purchase, now);
  return purchase.status === 'PENDING' || purchase.refundRequestedAt ? nextCheckAt(purchase, now) : null;
}
