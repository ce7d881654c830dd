import { findReminder, insertReminders, takeReminder } from '#db/queries/reminders/reminders.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { LeftOut } from '#src/wire/buyers/buyer-notices.ts';
import type { RecoverySettings } from '#src/wire/reminders/recovery.ts';
import type { ReminderStep } from '#src/wire/reminders/reminders.ts';
import { paceMail, queueMail } from '../mail/queue-mail.ts';
import type { Shop } from '../shop.ts';
import { decideReminder } from './decide-reminder.ts';
import { linkOf, remindersOf } from './reminder-rows.ts';
import { type Judged, readSituation } from './reminder-situation.ts';

export type AskedReminder =
  | { act: 'remind'; step: ReminderStep; judged: Judged /** The next morning, where it is night. */; from: Date }
  | { act: 'leave'; reason: LeftOut };

/** Judges the owner's wish to remind now. Each reminder leaves once, whoever asks for it. */
export async function judgeAsked(
  tx: Queryable,
  shop: Shop,
  purchase: PurchaseRow,
  recovery: RecoverySettings,
): Promise<AskedReminder> {
  const now = shop.clock.now();
  if (purchase.status === 'FAILED' && purchase.failureReason === null) return { act: 'leave', reason: 'closed' };
  const step = purchase.status === 'PENDING' && now < new Date(purchase.expiresAt) ? 1 : 2;
  const reminder = await findReminder(tx, purchase.id, step);
  const isUnderWay = reminder?.state === 'waiting' && reminder.queuedAt !== null;
  if (isUnderWay || reminder?.state === 'sent') return { act: 'leave', reason: 'reminded' };
  const judged = await readSituation(tx, shop, { purchase, step, recovery, isAsked: true });
  const decision = decideReminder(judged.situation, now);
  if (decision.act === 'skip') return { act: 'leave', reason: decision.reason };
  const from = decision.act === 'wait' ? decision.until : now;
  if (step === 1 && from >= new Date(purchase.expiresAt)) return { act: 'leave', reason: 'night' };
  return { act: 'remind', step, judged, from };
}

/** Returns false where its mail waits or was sent meanwhile. */
export async function queueAsked(
  tx: Queryable,
  shop: Shop,
  purchase: PurchaseRow,
  { step, judged, from, isSequenceOn }: Extract<AskedReminder, { act: 'remind' }> & { isSequenceOn: boolean },
): Promise<boolean> {
  const now = shop.clock.now();
  const reminder = { purchaseId: purchase.id, step };
  // An order that is still to be planned gets its whole sequence, since planning skips who has a reminder.
  const isPlanned = isSequenceOn && now.getTime() - Date.parse(purchase.createdAt) < DAY_MS;
  await insertReminders(
    tx,
    remindersOf(shop, purchase).filter((planned) => isPlanned || planned.step === step),
  );
  const dueAt = now.toISOString();
  if (!(await takeReminder(tx, reminder, { ...linkOf(shop, reminder, judged), dueAt }))) return false;
  await queueAskedMail(tx, shop, { ...reminder, dueAt, from });
  return true;
}

export async function queueAskedMail(
  tx: Queryable,
  shop: Shop,
  { purchaseId, step, dueAt, from }: { purchaseId: string; step: ReminderStep; dueAt: string; from: Date },
): Promise<void> {
  const payload = JSON.stringify({ step, dueAt, isAsked: true });
  const leavesAt = await paceMail(tx, shop.settings, from);
  await queueMail(tx, shop, { kind: 'reminder', purchaseId, payload }, leavesAt);
}
