import type { PurchaseRow } from '#db/tables/purchases.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { dueAt, endOfNight, type ReminderStep, SEQUENCE_MS, type SkipReason } from '#src/wire/reminders/reminders.ts';

/** This decides whether a reminder leaves, asked when it is due, and again when it is sent. */
export type Situation = {
  step: ReminderStep;
  isOn: boolean;
  /** The owner asks for it by hand; then it may be turned off, and the purchase older. */
  isAsked: boolean;
  purchase: Pick<
    PurchaseRow,
    'status' | 'failureReason' | 'review' | 'chargeState' | 'pixCopyPaste' | 'customerEmail' | 'createdAt' | 'expiresAt'
  >;
  hasDeclined: boolean;
  /** The same product, since this purchase. */
  hasBought: boolean;
  hasNewerOpen: boolean;
  /** Another purchase of this address had a reminder in the last days. */
  hasRecent: boolean;
  /** The last reminder that the owner asked for left then, or will leave. */
  lastAskedAt: Date | null;
  isOnSale: boolean;
  isCouponUsable: boolean;
};

export type Decision = { act: 'send' } | { act: 'skip'; reason: SkipReason } | { act: 'wait'; until: Date };

export function decideReminder(situation: Situation, now: Date): Decision {
  const reason = whyNot(situation, now);
  if (reason) return { act: 'skip', reason };
  const until = untilClosed(situation, now) ?? untilApart(situation, now) ?? endOfNight(now);
  return until ? { act: 'wait', until } : { act: 'send' };
}

function whyNot(situation: Situation, now: Date): SkipReason | null {
  const { purchase, step } = situation;
  if (purchase.customerEmail === null) return 'erased';
  if (purchase.status === 'COMPLETED') return 'paid';
  if (purchase.status === 'REFUNDED') return 'refunded';
  if (purchase.review !== null) return 'review';
  if (purchase.failureReason === 'rejected' || purchase.failureReason === 'provider') return 'refused';
  if (!situation.isOn && !situation.isAsked) return 'off';
  if (situation.hasDeclined) return 'declined';
  if (situation.hasBought) return 'bought';
  if (situation.hasNewerOpen) return 'newer';
  if (situation.hasRecent) return 'recent';
  return step === 1 ? whyNotOpen(situation, now) : whyNotAgain(situation, now);
}

function whyNotOpen({ purchase }: Situation, now: Date): SkipReason | null {
  const isOpen = purchase.status === 'PENDING' && purchase.chargeState === 'open' && purchase.pixCopyPaste !== null;
  return isOpen && isPayable(purchase, now) ? null : 'closed';
}

function whyNotAgain(situation: Situation, now: Date): SkipReason | null {
  const { step, purchase, isOnSale, isCouponUsable } = situation;
  // A second Pix could be paid on top of the first while the bank has not said how that ended.
  if (purchase.status === 'PENDING' && !isPayable(purchase, now)) return 'open';
  if (now.getTime() >= endOf(situation)) return 'late';
  if (!isOnSale) return 'not_on_sale';
  return step === 3 && !isCouponUsable ? 'no_coupon' : null;
}

function endOf({ step, purchase, isAsked }: Situation): number {
  if (isAsked) return Date.parse(purchase.createdAt) + SEQUENCE_MS;
  return Date.parse(dueAt(step, purchase.createdAt)) + DAY_MS;
}

/** A shop may let a Pix be paid for a day, past the hour of the second reminder, which offers another. */
function untilClosed({ step, purchase }: Situation, now: Date): Date | null {
  if (step === 1 || purchase.status !== 'PENDING' || !isPayable(purchase, now)) return null;
  return new Date(Date.parse(purchase.expiresAt) + CLOSING_MS);
}

/** The sequence lets a night pass between two mails; one by hand must not bring them closer. */
function untilApart({ isAsked, lastAskedAt }: Situation, now: Date): Date | null {
  if (isAsked || lastAskedAt === null) return null;
  const apart = new Date(lastAskedAt.getTime() + APART_MS);
  return now < apart ? (endOfNight(apart) ?? apart) : null;
}

function isPayable({ expiresAt }: Situation['purchase'], now: Date): boolean {
  return now.getTime() < Date.parse(expiresAt);
}

/** The worker may take so long to close what has expired. */
const CLOSING_MS = 10 * MINUTE_MS;
/** A reminder by hand on the third morning thus moves the third one to the next morning, and does not cancel it. */
const APART_MS = 20 * HOUR_MS;
