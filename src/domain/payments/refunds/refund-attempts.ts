import { cancelRefundRequest, claimRefundAttempt, postponeRefund } from '#db/queries/payments/refunds.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { fingerprint } from '../../ids.ts';
import type { Shop } from '../../shop.ts';
import { recordEvent } from '../../timeline/purchase-events.ts';
import { bankOf } from '../bank-accounts.ts';
import { cancelReturnedPurchase } from '../cancel.ts';
import { BANK_TIME_MS, bankDeadline, identityOf } from '../charge.ts';
import type { RefundOutcome } from '../pix-provider.ts';
import { nextCheckAt, nextDisputeCheckAt } from '../polling/poll-intervals.ts';
import { bookRefund } from './book-refund.ts';
import { keepWithdrawalOpen } from './keep-withdrawal-open.ts';
import { bookPartialReturn } from './partial-returns.ts';

/** Calls the bank for the first time, outside of any transaction. */
export async function startRefund(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<RefundOutcome> {
  const outcome = await attemptRefund(shop, purchase, source);
  if (outcome.outcome === 'pending' || outcome.outcome === 'unclear') {
    await recordEvent(shop.db, shop, purchase.id, 'refund_pending', source, outcome.outcome);
  }
  return outcome;
}

/** Uses the same reference for each try, so that the money goes back once. */
async function attemptRefund(
  shop: Shop,
  purchase: PurchaseRow,
  source: EventSource,
  { deadline, isRepeat }: { deadline: Date; isRepeat: boolean } = { deadline: bankDeadline(), isRepeat: false },
): Promise<RefundOutcome> {
  const bank = bankOf(shop, purchase);
  if (!bank) return { outcome: 'unclear', reason: 'the account is not known' };
  const outcome = await bank.refundPayment(
    {
      ...identityOf(purchase),
      providerPaymentId: purchase.providerPaymentId,
      amountCents: (purchase.paidCents ?? purchase.totalCents) - purchase.returnedCents,
      refundReference: refundReferenceOf(purchase),
      isRepeat,
    },
    deadline,
  );
  if (outcome.outcome === 'refunded') await finishRefund(shop, purchase, source);
  else if (outcome.outcome === 'refused') {
    await bookPartialReturn(shop, purchase, outcome, source);
    await abandonRefund(shop, purchase, outcome.reason, source);
  } else {
    const next = nextCheckAt(purchase, shop.clock.now());
    await inTransaction(shop.db, (tx) => postponeRefund(tx, purchase.id, next));
  }
  return outcome;
}

/** A short payment made no sale, so its purchase is canceled. */
function finishRefund(shop: Shop, purchase: PurchaseRow, source: EventSource): Promise<void> {
  return purchase.status === 'PENDING'
    ? cancelReturnedPurchase(shop, purchase, source)
    : bookRefund(shop, purchase, source);
}

export async function continueRefund(
  shop: Shop,
  purchase: PurchaseRow,
  { source, deadline }: { source: EventSource; deadline: Date },
): Promise<void> {
  const now = shop.clock.now();
  const ours = await inTransaction(shop.db, (tx) =>
    claimRefundAttempt(tx, purchase.id, now.toISOString(), afterBankTime(now)),
  );
  if (ours) await attemptRefund(shop, ours, source, { deadline, isRepeat: true });
}

export function afterBankTime(now: Date): string {
  return new Date(now.getTime() + BANK_TIME_MS + 3_000).toISOString();
}

/** A new request after a refusal is another refund to the bank. */
function refundReferenceOf({ providerReference, refundRequestedAt }: PurchaseRow): string {
  return fingerprint(`refund ${providerReference} ${refundRequestedAt}`).slice(0, 32);
}

async function abandonRefund(shop: Shop, purchase: PurchaseRow, reason: string, source: EventSource): Promise<void> {
  shop.log.warn({ purchase: purchase.id.slice(0, 6) }, 'the bank refused a refund');
  const disputeCheckAt = nextDisputeCheckAt(shop.clock.now());
  await inTransaction(shop.db, async (tx) => {
    const isOurs = await cancelRefundRequest(tx, purchase.id, purchase.refundRequestedAt ?? '', disputeCheckAt);
    if (isOurs) await recordEvent(tx, shop, purchase.id, 'refund_refused', source, reason);
    if (isOurs) await keepWithdrawalOpen(tx, shop, purchase.id);
  });
}
