import { isKnownCustomer } from '#db/queries/customers/customers.ts';
import { deleteStockNotice, findStockNotice } from '#db/queries/keys/stock-notices.ts';
import { countMailSentSince, countMailUnderWay, listDueMail, updateMail } from '#db/queries/mail/outbox.ts';
import { claimJob } from '#db/queries/mail/queue-claims.ts';
import { markReminderSent } from '#db/queries/reminders/reminders.ts';
import type { OutboxRow, Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { NOTICE_KINDS } from '#src/wire/mail/mail.ts';
import type { PurchaseEvent } from '#src/wire/sales/sale-events.ts';
import { stepOf } from '../reminders/reminder-mail.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { composeMail } from './compose-mail.ts';
import { isMailTooOld, mailLeaseMs, mailPauseMs } from './mail-schedule.ts';

export async function deliverDueMail(shop: Shop): Promise<number> {
  const { due, isFull } = await listNext(shop);
  const waiting = due.values();
  const outcomes: Outcome[] = [];
  const failures = () => outcomes.filter((outcome) => outcome === 'failed').length;
  const sendInTurn = async () => {
    for (const mail of waiting) {
      // Consecutive failures mean that the server is down, so the rest stays due.
      if (failures() >= ENOUGH_FAILURES) return;
      outcomes.push(await tryDeliver(shop, mail));
    }
  };
  await Promise.all(Array.from({ length: shop.mail.atOnce }, sendInTurn));
  if (isFull && failures() === 0) shop.events.publish('outbox');
  return outcomes.filter((outcome) => outcome === 'sent').length;
}

/** Notices come after all other mail, a few at a time, so that a receipt never waits for a batch of them. */
async function listNext(shop: Shop): Promise<{ due: DueMail[]; isFull: boolean }> {
  const { db, mail, clock } = shop;
  const now = clock.now().toISOString();
  const transactional = await listDueMail(db, { now, noticeKinds: NOTICE_KINDS, areNotices: false, limit: BATCH });
  if (transactional.length > 0) return { due: transactional, isFull: transactional.length === BATCH };
  const notices = await claimNotices(shop);
  return { due: notices, isFull: notices.length === mail.atOnce };
}

type DueMail = OutboxRow & { isClaimed?: true };

/** After a pause of the shop many are due at once; processes that send beside each other share the pace. */
async function claimNotices({ db, clock, mail, settings }: Shop): Promise<DueMail[]> {
  const now = clock.now();
  const notices = { now: now.toISOString(), noticeKinds: NOTICE_KINDS, areNotices: true, limit: mail.atOnce };
  // Most looks find none, and need no turn.
  if ((await listDueMail(db, { ...notices, limit: 1 })).length === 0) return [];
  return inTransaction(db, async (tx) => {
    await oneAtATime(tx, 'notices');
    const since = new Date(now.getTime() - MINUTE_MS).toISOString();
    // In this order one that is sent meanwhile counts twice, and none is missed.
    const underWay = await countMailUnderWay(tx, NOTICE_KINDS, notices.now);
    const spent = underWay + (await countMailSentSince(tx, NOTICE_KINDS, since));
    const limit = Math.min(mail.atOnce, settings.mailPerMinute - spent);
    const due = limit > 0 ? await listDueMail(tx, { ...notices, limit }) : [];
    const claimed: DueMail[] = [];
    for (const notice of due) {
      if (await claimJob(tx, 'outbox', notice, leaseEnd(now, mail))) claimed.push({ ...notice, isClaimed: true });
    }
    return claimed;
  });
}

function leaseEnd(now: Date, { longestSendMs }: Shop['mail']): string {
  return new Date(now.getTime() + mailLeaseMs(longestSendMs)).toISOString();
}

type Outcome = 'sent' | 'failed' | 'left';

/** A message that cannot be attempted does not block the others; it returns after its lease. */
async function tryDeliver(shop: Shop, mail: DueMail): Promise<Outcome> {
  try {
    return await deliver(shop, mail);
  } catch (error) {
    shop.log.error(
      { mail: mail.id, code: errorCode(error, 'unknown') },
      'a mail could not be sent and will be retried',
    );
    return 'failed';
  }
}

async function deliver(shop: Shop, mail: DueMail): Promise<Outcome> {
  const isClaimed = mail.isClaimed || (await claimJob(shop.db, 'outbox', mail, leaseEnd(shop.clock.now(), shop.mail)));
  if (!isClaimed) return 'left';
  const content = await composeMail(shop, mail);
  if (!content) {
    await updateMail(shop.db, mail.id, { state: 'given_up', lastError: 'nothing_to_send' });
    await forgetAddressee(shop.db, mail);
    return 'left';
  }
  const error = await shop.mail.send(content).then(
    () => null,
    (reason: unknown) => errorCode(reason, 'mail_failed'),
  );
  if (error) return recordFailure(shop, mail, error);
  await forgetErased(shop, mail, content.to.email);
  const sentAt = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    // The event holds its purchase, which an erasure takes before the mail.
    await recordMailEvent(tx, shop, mail, 'mailed');
    await updateMail(tx, mail.id, { state: 'sent', sentAt, lastError: null });
    await forgetAddressee(tx, mail);
    await noteReminder(tx, mail, sentAt);
  });
  shop.events.publish('sales');
  return 'sent';
}

/** The buyer may have been erased while the message was written to the folder. */
async function forgetErased(shop: Shop, mail: OutboxRow, email: string): Promise<void> {
  const { purchaseId, customerId } = mail;
  if (mail.kind === 'stock_notice') {
    if (!(await findStockNotice(shop.db, mail.payload ?? ''))) await shop.mail.forget(email);
    return;
  }
  const isOfBuyer = purchaseId !== null || customerId !== null;
  if (isOfBuyer && !(await isKnownCustomer(shop.db, { purchaseId, customerId }))) await shop.mail.forget(email);
}

async function recordFailure(shop: Shop, mail: OutboxRow, error: string): Promise<'failed'> {
  const now = shop.clock.now();
  const isLast = isMailTooOld(mail, now);
  const nextAttemptAt = new Date(now.getTime() + mailPauseMs(mail.attempts)).toISOString();
  await updateMail(shop.db, mail.id, { state: isLast ? 'given_up' : 'waiting', lastError: error, nextAttemptAt });
  if (mail.attempts === 0) await recordMailEvent(shop.db, shop, mail, 'mail_failed');
  if (isLast) await recordMailEvent(shop.db, shop, mail, 'mail_given_up');
  if (isLast) await forgetAddressee(shop.db, mail);
  shop.events.publish('sales');
  shop.log.warn({ mail: mail.id, attempt: mail.attempts + 1, error, isLast }, 'a mail could not be sent');
  return 'failed';
}

/** Who waited for a product gave the address for this mail alone. */
async function forgetAddressee(db: Queryable, { kind, payload }: OutboxRow): Promise<void> {
  if (kind === 'stock_notice' && payload) await deleteStockNotice(db, payload);
}

async function noteReminder(tx: Queryable, mail: OutboxRow, sentAt: string): Promise<void> {
  const step = mail.kind === 'reminder' ? stepOf(mail) : null;
  if (mail.purchaseId && step) await markReminderSent(tx, { purchaseId: mail.purchaseId, step }, sentAt);
}

/** Only sales have a time line. */
async function recordMailEvent(
  db: Queryable,
  shop: Shop,
  { purchaseId, kind }: OutboxRow,
  event: PurchaseEvent,
): Promise<void> {
  if (purchaseId) await recordEvent(db, shop, purchaseId, event, 'worker', kind);
}

const BATCH = 40;
const ENOUGH_FAILURES = 8;
