import type { NewReminder, QueuedReminder, UnpaidPurchase } from '#db/queries/reminders/reminders.ts';
import type { ReminderRow } from '#db/tables/reminders.ts';
import { dueAt, REMINDER_STEPS, RETAKE_MS } from '#src/wire/reminders/reminders.ts';
import { addressHash } from '../mail/address-hash.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';
import type { Judged } from './reminder-situation.ts';
import { retakeToken } from './retake-token.ts';

/** The whole sequence of an unpaid purchase, as it is planned. */
export function remindersOf(shop: Shop, { id, createdAt, customerEmail }: UnpaidPurchase): NewReminder[] {
  const hash = addressHash(shop, customerEmail ?? '');
  return REMINDER_STEPS.map((step) => ({ purchaseId: id, step, dueAt: dueAt(step, createdAt), addressHash: hash }));
}

/** A reminder keeps this of its mail once that waits in the outbox. */
export function linkOf(
  shop: Shop,
  reminder: Pick<ReminderRow, 'purchaseId' | 'step'>,
  { hash, quote }: Pick<Judged, 'hash' | 'quote'>,
): QueuedReminder {
  const now = shop.clock.now();
  return {
    queuedAt: now.toISOString(),
    addressHash: hash,
    couponCode: reminder.step === 3 ? (quote?.coupon?.code ?? null) : null,
    tokenHash: hashOfToken(retakeToken(shop, reminder)),
    linkExpiresAt: new Date(now.getTime() + RETAKE_MS).toISOString(),
  };
}
