import { requestRefund } from '#db/queries/payments/refunds.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { claimWithdrawalTry, listDueWithdrawals } from '#db/queries/withdrawals/withdrawals.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { bankOf } from '../payments/bank-accounts.ts';
import { LONGEST_PAUSE_MS } from '../payments/refunds/keep-withdrawal-open.ts';
import { afterBankTime, startRefund } from '../payments/refunds/refund-attempts.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';

/** A buyer's withdrawal outlives the refusal of a bank, whose account may have no balance today. */
export async function retryWithdrawals(shop: Shop, stopping?: AbortSignal): Promise<void> {
  const due = await listDueWithdrawals(shop.db, shop.clock.now().toISOString(), BATCH);
  for (const { purchaseId } of due) {
    if (stopping?.aborted) return;
    try {
      const refunding = await inTransaction(shop.db, (tx) => requestAgain(tx, shop, purchaseId));
      if (refunding) await startRefund(shop, refunding, 'worker');
    } catch (error) {
      const code = errorCode(error, 'unknown');
      shop.log.error({ purchase: purchaseId.slice(0, 6), code }, 'a withdrawal could not be tried and will be again');
    }
  }
}

async function requestAgain(tx: Queryable, shop: Shop, purchaseId: string): Promise<PurchaseRow | undefined> {
  await lockRow(tx, 'purchases', purchaseId);
  const now = shop.clock.now();
  const purchase = await findPurchase(tx, purchaseId);
  const isReachable = purchase && bankOf(shop, purchase) !== undefined;
  // A restored purchase is settled first.
  const isUnsettled = purchase?.status === 'PENDING';
  const pauseMs = isUnsettled ? SETTLED_WITHIN_MS : LONGEST_PAUSE_MS;
  const later = isReachable && !isUnsettled ? null : new Date(now.getTime() + pauseMs).toISOString();
  const isClaimed = await claimWithdrawalTry(tx, purchaseId, now.toISOString(), later);
  if (!isClaimed || !isReachable || isUnsettled) return undefined;
  const refundRequestedAt = now.toISOString();
  const refunding = await requestRefund(tx, purchaseId, { refundRequestedAt, nextCheckAt: afterBankTime(now) });
  if (refunding) await recordEvent(tx, shop, purchaseId, 'refund_requested', 'worker');
  return refunding;
}

const BATCH = 20;
const SETTLED_WITHIN_MS = 5 * MINUTE_MS;
