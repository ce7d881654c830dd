import { listReminderMail } from '#db/queries/mail/outbox.ts';
import { hasOtherSequence, isOptedOut, listLaterPurchases, wantsReminders } from '#db/queries/reminders/reminders.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import type { RecoverySettings } from '#src/wire/reminders/recovery.ts';
import { type ReminderStep, SEQUENCE_MS } from '#src/wire/reminders/reminders.ts';
import { addressHash } from '../mail/address-hash.ts';
import type { Shop } from '../shop.ts';
import type { Situation } from './decide-reminder.ts';
import { readPayload } from './reminder-payload.ts';
import { findUsableCoupon, quoteRetake, type RetakeQuote } from './retake-quote.ts';

export type Judged = {
  situation: Situation;
  hash: string;
  /** It is null where what was wanted is not sold any more. */
  quote: RetakeQuote | null;
};

/** Call it inside the transaction that acts on it. */
export async function readSituation(
  tx: Queryable,
  shop: Shop,
  {
    purchase,
    step,
    recovery,
    isAsked,
  }: { purchase: PurchaseRow; step: ReminderStep; recovery: RecoverySettings; isAsked: boolean },
): Promise<Judged> {
  const now = shop.clock.now();
  const hash = addressHash(shop, purchase.customerEmail ?? '');
  const since = new Date(now.getTime() - SEQUENCE_MS).toISOString();
  const offered = step === 3 ? await findOffered(tx, recovery, now) : undefined;
  const later = await listLaterPurchases(tx, purchase);
  const quote = await quoteRetake(tx, purchase, offered?.code ?? null, now);
  const situation: Situation = {
    step,
    purchase,
    isAsked,
    isOn: recovery.isOn && recovery.steps[step - 1]?.isOn === true,
    hasDeclined: !(await wantsReminders(tx, purchase.customerId)) || (await isOptedOut(tx, hash)),
    hasBought: later.some(({ status, isSameProduct }) => status === 'COMPLETED' && isSameProduct === 1),
    hasNewerOpen: later.some(({ status }) => status === 'PENDING'),
    hasRecent: await hasOtherSequence(tx, { hash, purchaseId: purchase.id, since }),
    lastAskedAt: await findLastAsked(tx, purchase.id, now),
    isOnSale: quote !== null,
    isCouponUsable: offered !== undefined && quote?.coupon?.id === offered.id,
  };
  return { situation, hash, quote };
}

/** A mail that is still in the outbox leaves now at the earliest. */
async function findLastAsked(tx: Queryable, purchaseId: string, now: Date): Promise<Date | null> {
  const asked = (await listReminderMail(tx, purchaseId)).filter((mail) => readPayload(mail).isAsked === true);
  const times = asked.map(({ sentAt, nextAttemptAt }) =>
    sentAt === null ? Math.max(Date.parse(nextAttemptAt), now.getTime()) : Date.parse(sentAt),
  );
  return times.length === 0 ? null : new Date(Math.max(...times));
}

async function findOffered(tx: Queryable, { couponId }: RecoverySettings, now: Date): Promise<CouponRow | undefined> {
  return couponId === null ? undefined : findUsableCoupon(tx, { id: couponId }, now);
}
