import { requestRefund } from '#db/queries/payments/refunds.ts';
import { markReview } from '#db/queries/purchases/purchase-reviews.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { announceSale } from '../../purchases/announce-sale.ts';
import type { Shop } from '../../shop.ts';
import { recordEvent } from '../../timeline/purchase-events.ts';
import { isUnclaimed } from '../complete.ts';
import { scheduleNextPoll } from '../polling/schedule-next-poll.ts';
import { afterBankTime, startRefund } from './refund-attempts.ts';

type Arrived = Pick<PurchaseRow, 'paidCents' | 'returnedCents' | 'providerPaymentId'>;

/** It is less than what this buyer would have to pay: it goes back. Where the bank refuses, or the buyer was erased, the owner decides. */
export async function returnPayment(
  shop: Shop,
  purchase: PurchaseRow,
  { paidCents, returnedCents, providerPaymentId }: Arrived,
  source: EventSource,
): Promise<void> {
  const now = shop.clock.now();
  const flag = { status: 'PENDING', review: 'short_payment', paidCents, returnedCents, providerPaymentId } as const;
  const isKept = isUnclaimed(purchase);
  const refunding = await inTransaction(shop.db, async (tx) => {
    if (!(await markReview(tx, purchase.id, flag))) return undefined;
    await recordEvent(tx, shop, purchase.id, 'short_payment', source, isKept ? 'unclaimed' : 'groundless');
    await announceSale(tx, shop, 'sale.in_review', purchase.id, { which: now.toISOString() });
    if (isKept) return undefined;
    const request = { refundRequestedAt: now.toISOString(), nextCheckAt: afterBankTime(now) };
    const row = await requestRefund(tx, purchase.id, request);
    if (row) await recordEvent(tx, shop, purchase.id, 'refund_requested', source);
    return row;
  });
  if (refunding) await startRefund(shop, refunding, source);
  else await scheduleNextPoll(shop, purchase);
}
