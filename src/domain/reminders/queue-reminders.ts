import { findPurchase } from '#db/queries/purchases/purchases.ts';
import {
  findReminder,
  insertReminders,
  listDueReminders,
  listPurchasesToRemind,
  markReminderQueued,
  postponeReminder,
  skipReminder,
} from '#db/queries/reminders/reminders.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { ReminderRow } from '#db/tables/reminders.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, oneAtATime } from '#db/transactions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { RecoverySettings } from '#src/wire/reminders/recovery.ts';
import { FIRST_REMINDER_MS } from '#src/wire/reminders/reminders.ts';
import { addressHash } from '../mail/address-hash.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { readRecovery } from '../purchases/recovery-settings.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { decideReminder } from './decide-reminder.ts';
import { linkOf, remindersOf } from './reminder-rows.ts';
import { readSituation } from './reminder-situation.ts';

/** Returns how many went to the outbox: at most the mails of a minute at a time. */
export async function queueReminders(shop: Shop, stopping?: AbortSignal): Promise<number> {
  const recovery = await readRecovery(shop.db);
  if (recovery.isOn) await planReminders(shop);
  const most = shop.settings.mailPerMinute;
  let queued = 0;
  while (queued < most && !stopping?.aborted) {
    const due = await listDueReminders(shop.db, shop.clock.now().toISOString(), most - queued);
    if (due.length === 0) break;
    for (const reminder of due) if (await queueReminder(shop, reminder, recovery)) queued += 1;
    await yieldToEventLoop();
  }
  return queued;
}

/** Plans reminders for recent unpaid purchases, also for those that closed while the shop was not running. */
async function planReminders(shop: Shop): Promise<void> {
  const now = shop.clock.now().getTime();
  const since = new Date(now - DAY_MS).toISOString();
  const until = new Date(now - FIRST_REMINDER_MS).toISOString();
  const purchases = await listPurchasesToRemind(shop.db, { since, until, limit: PLANNED_AT_ONCE });
  await insertReminders(
    shop.db,
    purchases.flatMap((purchase) => remindersOf(shop, purchase)),
  );
}

const PLANNED_AT_ONCE = 500;

/** Returns true where its mail waits in the outbox now. */
function queueReminder(
  shop: Shop,
  due: Pick<ReminderRow, 'purchaseId' | 'step'>,
  recovery: RecoverySettings,
): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const known = await findPurchase(tx, due.purchaseId);
    // Two purchases of one person begin one sequence, not two.
    await oneAtATime(tx, `reminders:${addressHash(shop, known?.customerEmail ?? '')}`);
    // Every transaction takes purchases first; a payment or an erasure may be under way.
    await lockRow(tx, 'purchases', due.purchaseId);
    const purchase = await findPurchase(tx, due.purchaseId);
    if (!purchase) return false;
    const reminder = await findReminder(tx, due.purchaseId, due.step);
    if (reminder?.state !== 'waiting' || reminder.queuedAt !== null) return false;
    return queueOrEnd(tx, shop, { reminder, purchase, recovery });
  });
}

async function queueOrEnd(
  tx: Queryable,
  shop: Shop,
  { reminder, purchase, recovery }: { reminder: ReminderRow; purchase: PurchaseRow; recovery: RecoverySettings },
): Promise<boolean> {
  const now = shop.clock.now();
  const { step } = reminder;
  const judged = await readSituation(tx, shop, { purchase, step, recovery, isAsked: false });
  const decision = decideReminder(judged.situation, now);
  if (decision.act === 'skip') await skipReminder(tx, reminder, decision.reason);
  if (decision.act === 'wait') await postponeReminder(tx, reminder, decision.until.toISOString());
  if (decision.act !== 'send') return false;
  if (!(await markReminderQueued(tx, reminder, linkOf(shop, reminder, judged)))) return false;
  // A reminder that night has put off is another mail.
  const payload = JSON.stringify({ step, dueAt: reminder.dueAt });
  await queueMail(tx, shop, { kind: 'reminder', purchaseId: purchase.id, payload });
  return true;
}
