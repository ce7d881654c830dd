import { findWithdrawal, postponeWithdrawal } from '#db/queries/withdrawals/withdrawals.ts';
import type { Queryable } from '#db/tables.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../../shop.ts';

/** Call it in the transaction that gives up the request for a refund. */
export async function keepWithdrawalOpen(tx: Queryable, shop: Shop, purchaseId: string): Promise<void> {
  const known = await findWithdrawal(tx, purchaseId);
  if (known?.state === 'refunding') await postponeWithdrawal(tx, purchaseId, nextTryAt(known, shop.clock.now()));
}

/** A Pix can be given back for 90 days; after that only the owner can. */
function nextTryAt({ tries, requestedAt }: { tries: number; requestedAt: string }, now: Date): string | null {
  if (now.getTime() - Date.parse(requestedAt) > RETURNABLE_MS) return null;
  return new Date(now.getTime() + Math.min(HOUR_MS * 2 ** tries, LONGEST_PAUSE_MS)).toISOString();
}

export const LONGEST_PAUSE_MS = DAY_MS;
const RETURNABLE_MS = 90 * DAY_MS;
