import { endChecks, updateNextCheck } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { ChargeReading } from './pix.ts';
import { nextCheckAt, nextDisputeCheckAt, nextLateCheckAt } from './schedule.ts';
import type { Shop } from './shop.ts';

/** Notes when the bank is asked about a purchase again, if ever. `restMs`: it wants to be left alone for so long. */
export async function lookAgain(shop: Shop, purchase: PurchaseRow, restMs = 0): Promise<void> {
  const now = shop.clock.now();
  const next = nextLookAt(purchase, now);
  const isClosed = purchase.status === 'COMPLETED' && next === null;
  if (isClosed) return endChecks(shop.db, purchase.id);
  const earliest = new Date(now.getTime() + restMs).toISOString();
  return updateNextCheck(shop.db, purchase.id, next !== null && next < earliest ? earliest : next);
}

/** What the bank asked of one look holds for all the pages that wait, though not for as long. */
export async function keepPause({ limits, pix }: Shop, reading: ChargeReading): Promise<void> {
  const restMs = restOf(reading);
  if (restMs > 0) await limits.pause('bankPause', pix.name, Math.min(restMs, LONGEST_PAUSE_MS));
}

/** How long the bank wants to be left alone, as far as that keeps our promise to whoever has paid. */
export function restOf(reading: ChargeReading): number {
  return reading.outcome === 'unavailable' ? Math.min(reading.retryAfterMs ?? 0, LONGEST_REST_MS) : 0;
}

const LONGEST_REST_MS = 9 * 60_000;
const LONGEST_PAUSE_MS = 60_000;

function nextLookAt(purchase: PurchaseRow, now: Date): string | null {
  if (purchase.review === 'dispute') return nextDisputeCheckAt(now);
  if (purchase.status === 'FAILED') return nextLateCheckAt(purchase, now);
  return purchase.status === 'PENDING' || purchase.refundRequestedAt ? nextCheckAt(purchase, now) : null;
}
