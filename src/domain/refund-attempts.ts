import { postponeRefund, takeRefundTry, withdrawRefund } from '#db/queries/refunds.ts';
import type { PurchaseRow } from '#db/tables.ts';
import { BANK_TIME_MS, bankDeadline, identityOf } from './charges.ts';
import { fingerprint } from './ids.ts';
import type { RefundOutcome } from './pix.ts';
import { takeBackSale } from './reversal.ts';
import { nextCheckAt, nextDisputeCheckAt } from './schedule.ts';
import type { Shop } from './shop.ts';
import { announce, type EventSource, noteEvent } from './time-line.ts';

/** Asks the bank and does what its answer says. The same reference at each try: money goes back once. */
export async function askForRefund(
  shop: Shop,
  purchase: PurchaseRow,
  source: EventSource,
  deadline = bankDeadline(),
): Promise<RefundOutcome> {
  const outcome = await shop.pix.refundPayment(
    {
      ...identityOf(purchase),
      providerPaymentId: purchase.providerPaymentId,
      amountCents: purchase.paidCents ?? purchase.totalCents,
      refundReference: refundReferenceOf(purchase),
    },
    deadline,
  );
  if (outcome.outcome === 'refunded') await takeBackSale(shop, purchase, source);
  else if (outcome.outcome === 'refused') await giveUpRefund(shop, purchase, outcome.reason, source);
  else await postponeRefund(shop.db, purchase.id, nextCheckAt(purchase, shop.clock.now()));
  return outcome;
}

/** The bank still calls the sale paid: once the pause is over it is asked for the same refund again. */
export async function continueRefund(
  shop: Shop,
  purchase: PurchaseRow,
  source: EventSource,
  deadline: Date,
): Promise<void> {
  const now = shop.clock.now();
  const ours = await takeRefundTry(shop.db, purchase.id, now.toISOString(), afterBankTime(now));
  if (ours) await askForRefund(shop, ours, source, deadline);
}

/** When the worker takes over what a call should have brought to its end. */
export function afterBankTime(now: Date): string {
  return new Date(now.getTime() + BANK_TIME_MS + 3_000).toISOString();
}

/** Our own name for one request, 32 letters and digits. A new request after a refusal is another refund to the bank. */
function refundReferenceOf({ providerReference, refundRequestedAt }: PurchaseRow): string {
  return fingerprint(`refund ${providerReference} ${refundRequestedAt}`).slice(0, 32);
}

async function giveUpRefund(shop: Shop, purchase: PurchaseRow, reason: string, source: EventSource): Promise<void> {
  shop.log.warn({ purchase: purchase.id.slice(0, 6) }, 'the bank refused a refund');
  const disputeCheckAt = nextDisputeCheckAt(shop.clock.now());
  const isOver = await shop.db.transaction().execute(async (tx) => {
    const isOurs = await withdrawRefund(tx, purchase.id, purchase.refundRequestedAt ?? '', disputeCheckAt);
    if (isOurs) await noteEvent(tx, shop, purchase.id, 'refund_refused', source, reason);
    return isOurs;
  });
  if (isOver) announce(shop, purchase.id);
}
