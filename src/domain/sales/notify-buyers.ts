import { listCustomersWithKey, listPurchasesWithKey } from '#db/queries/keys/key-purchases.ts';
import { hasMailSince } from '#db/queries/mail/outbox.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, oneAtATime } from '#db/transactions.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import {
  type BuyersNotified,
  type LeftOut,
  leftOutSentence,
  MANY_RECEIPTS,
  type NoticePlan,
} from '#src/wire/buyers/buyer-notices.ts';
import { importedFrom } from '#src/wire/imports/sources.ts';
import { MOST_CHOSEN } from '#src/wire/lists/chosen-rows.ts';
import type { RecoverySettings } from '#src/wire/reminders/recovery.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { changeEach } from '../lists/chosen-rows.ts';
import { addressHash } from '../mail/address-hash.ts';
import { paceMail, queueResend } from '../mail/queue-mail.ts';
import { readRecovery } from '../purchases/recovery-settings.ts';
import { conflict, refusal } from '../refusals.ts';
import { type AskedReminder, judgeAsked, queueAsked } from '../reminders/ask-reminder.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** Plans what each of the chosen sales would get now; sends nothing. */
export async function planNotices(shop: Shop, ids: readonly string[]): Promise<NoticePlan> {
  return (await judgeNotices(shop, ids)).plan;
}

/** Says which customers get a receipt, too. */
async function judgeNotices(
  shop: Shop,
  ids: readonly string[],
): Promise<{ plan: NoticePlan; receivers: ReadonlySet<string> }> {
  const recovery = await readRecovery(shop.db);
  const plan: NoticePlan = {
    receipts: 0,
    reminders: 0,
    remindersFrom: null,
    endsAt: null,
    leftOut: [],
    customers: null,
    withoutKey: 0,
  };
  const receivers = new Set<string>();
  const leftOut = new Map<LeftOut, number>();
  for (const id of new Set(ids)) {
    const purchase = await findPurchase(shop.db, id);
    const notice = await judgeNotice(shop.db, shop, purchase, recovery);
    if (purchase && notice.act === 'receipt') {
      plan.receipts += 1;
      receivers.add(purchase.customerId);
    }
    if (notice.act === 'remind') {
      plan.reminders += 1;
      if (notice.from > shop.clock.now()) plan.remindersFrom = notice.from.toISOString();
    }
    if (notice.act === 'leave') leftOut.set(notice.reason, (leftOut.get(notice.reason) ?? 0) + 1);
    await yieldToEventLoop();
  }
  const groups = [...leftOut].map(([reason, count]) => ({ reason, count }));
  const endsAt = await paceEnd(shop, plan.receipts + plan.reminders, plan.remindersFrom);
  return { plan: { ...plan, endsAt, leftOut: groups }, receivers };
}

/** Returns null where they leave within the first minute. */
async function paceEnd(shop: Shop, mails: number, from: string | null): Promise<string | null> {
  const start = from === null ? shop.clock.now() : new Date(from);
  const end = mails > 0 ? await paceMail(shop.db, shop.settings, start, mails - 1) : start.toISOString();
  return end === start.toISOString() ? null : end;
}

/** A second click finds them told already, and sends nothing more. */
export async function notifyBuyers(shop: Shop, actor: Actor, ids: readonly string[]): Promise<BuyersNotified> {
  const recovery = await readRecovery(shop.db);
  let receipts = 0;
  const result = await changeEach(ids, async (id) => {
    if ((await notifyBuyer(shop, actor, id, recovery)) === 'receipt') receipts += 1;
  });
  return { ...result, receipts, reminders: result.changed - receipts };
}

/** Plans a receipt for each paid purchase of the chosen customers whose key is in force. */
export async function planKeyReceipts(shop: Shop, customerIds: readonly string[]): Promise<NoticePlan> {
  const { plan, receivers } = await judgeNotices(shop, await listReceipts(shop, customerIds));
  const withKey = await listCustomersWithKey(shop.db, customerIds);
  return { ...plan, customers: receivers.size, withoutKey: new Set(customerIds).size - withKey.length };
}

export async function sendKeyReceipts(
  shop: Shop,
  actor: Actor,
  customerIds: readonly string[],
): Promise<BuyersNotified> {
  return notifyBuyers(shop, actor, await listReceipts(shop, customerIds));
}

async function listReceipts(shop: Shop, customerIds: readonly string[]): Promise<string[]> {
  const purchases = await listPurchasesWithKey(shop.db, customerIds, MOST_CHOSEN + 1);
  if (purchases.length > MOST_CHOSEN) throw refusal('invalid', 'many_receipts', MANY_RECEIPTS);
  return purchases.map(({ id }) => id);
}

type Notice = { act: 'receipt' } | AskedReminder;

async function judgeNotice(
  tx: Queryable,
  shop: Shop,
  purchase: PurchaseRow | undefined,
  recovery: RecoverySettings,
): Promise<Notice> {
  if (!purchase) return { act: 'leave', reason: 'unknown' };
  if (purchase.status === 'REFUNDED') return { act: 'leave', reason: 'refunded' };
  if (!purchase.customerEmail) return { act: 'leave', reason: 'erased' };
  if (importedFrom(purchase) !== null) return { act: 'leave', reason: 'imported' };
  const since = new Date(shop.clock.now().getTime() - HOUR_MS).toISOString();
  if (await hasMailSince(tx, purchase.id, since)) return { act: 'leave', reason: 'told' };
  return purchase.status === 'COMPLETED' ? { act: 'receipt' } : judgeAsked(tx, shop, purchase, recovery);
}

async function notifyBuyer(
  shop: Shop,
  actor: Actor,
  id: string,
  recovery: RecoverySettings,
): Promise<'receipt' | 'remind'> {
  return inTransaction(shop.db, async (tx) => {
    const known = await findPurchase(tx, id);
    // Two purchases of one person begin one sequence, not two.
    await oneAtATime(tx, `reminders:${addressHash(shop, known?.customerEmail ?? '')}`);
    // Every transaction takes purchases first; a payment or an erasure may be under way.
    await lockRow(tx, 'purchases', id);
    const purchase = await findPurchase(tx, id);
    const notice = await judgeNotice(tx, shop, purchase, recovery);
    if (!purchase || notice.act === 'leave') throw leave(notice.act === 'leave' ? notice.reason : 'unknown');
    const isReceipt = notice.act === 'receipt';
    const isQueued = isReceipt
      ? await queueReceipt(tx, shop, id)
      : await queueAsked(tx, shop, purchase, { ...notice, isSequenceOn: recovery.isOn });
    if (!isQueued) throw leave('told');
    const action = isReceipt ? 'purchase.resend_email' : 'purchase.remind';
    await recordChange(tx, shop, actor, { action, entityId: id });
    await recordEvent(tx, shop, id, isReceipt ? 'resend_requested' : 'reminder_requested', 'admin');
    return notice.act;
  });
}

async function queueReceipt(tx: Queryable, shop: Shop, purchaseId: string): Promise<boolean> {
  const leavesAt = await paceMail(tx, shop.settings, shop.clock.now());
  return queueResend(tx, shop, 'resend-by-owner', { purchaseId, limit: 1, leavesAt });
}

function leave(reason: LeftOut) {
  return conflict(reason, leftOutSentence(reason));
}
