import { isKnownCustomer } from '#db/queries/customers/customers.ts';
import { countMailSentSince, countMailUnderWay, listDueMail, updateMail } from '#db/queries/mail/outbox.ts';
import { claimJob } from '#db/queries/mail/queue-claims.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { type MailKind, NOTICE_KINDS } from '#src/wire/mail/mail-kinds.ts';
import type { PurchaseEvent } from '#src/wire/sales/sale-events.ts';
import { publishAfterCommit } from '../events.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import type { MailHandler, MailHandlers } from './mail-handlers.ts';
import { isMailTooOld, mailLeaseMs, mailPauseMs } from './mail-schedule.ts';

export async function deliverMail(shop: Shop, handlers: MailHandlers): Promise<number> {
  const { due, isFull } = await listNext(shop);
  const waiting = due.values();
  const outcomes: Outcome[] = [];
  const failures = () => outcomes.filter((outcome) => outcome === 'failed').length;
  const sendInTurn = async () => {
    for (const mail of waiting) {
      // Consecutive failures mean that the server is down, so the rest stays due.
      if (failures() >= ENOUGH_FAILURES) return;
      outcomes.push(await tryDeliver(shop, handlers[mail.kind], mail));
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

/** Many are due at once after a pause of the shop; processes that send beside each other share the pace. */
async function claimNotices({ db, clock, mail, settings }: Shop): Promise<DueMail[]> {
  const now = clock.now();
  const notices = { now: now.toISOString(), noticeKinds: NOTICE_KINDS, areNotices: true, limit: mail.atOnce };
  // Usually nothing is due, and then no lock is needed.
  if ((await listDueMail(db, { ...notices, limit: 1 })).length === 0) return [];
  return inTransaction(db, async (tx) => {
    await oneAtATime(tx, 'notices');
    const since = new Date(now.getTime() - MINUTE_MS).toISOString();
    // The order counts: a notice that is sent meanwhile counts twice, and none is missed.
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

type Handler = MailHandler<MailKind>;
type Outcome = 'sent' | 'failed' | 'left';

/** A message that cannot be attempted does not block the others; it returns after its lease. */
async function tryDeliver(shop: Shop, handler: Handler, mail: DueMail): Promise<Outcome> {
  try {
    return await deliver(shop, handler, mail);
  } catch (error) {
    shop.log.error(
      { mail: mail.id, code: errorCode(error, 'unknown') },
      'a mail could not be sent and will be retried',
    );
    return 'failed';
  }
}

async function deliver(shop: Shop, handler: Handler, mail: DueMail): Promise<Outcome> {
  const isClaimed = mail.isClaimed || (await claimJob(shop.db, 'outbox', mail, leaseEnd(shop.clock.now(), shop.mail)));
  if (!isClaimed) return 'left';
  const content = await handler.write(shop, mail);
  if (!content) {
    await updateMail(shop.db, mail.id, { state: 'given_up', lastError: 'nothing_to_send' });
    await handler.afterGivenUp?.(shop.db, mail);
    return 'left';
  }
  const error = await shop.mail.send(content).then(
    () => null,
    (reason: unknown) => errorCode(reason, 'mail_failed'),
  );
  if (error) return recordFailure(shop, handler, mail, error);
  // The addressee may have been erased while the message was written to the folder.
  if (await isErased(shop.db, handler, mail)) await shop.mail.forget(content.to.email);
  const sentAt = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    // The event holds its purchase, which an erasure takes before the mail.
    await recordMailEvent(tx, shop, mail, 'mailed');
    await updateMail(tx, mail.id, { state: 'sent', sentAt, lastError: null });
    await handler.afterSent?.(tx, mail, sentAt);
    publishAfterCommit(tx, shop, 'sales');
  });
  return 'sent';
}

async function isErased(db: Queryable, handler: Handler, mail: OutboxRow): Promise<boolean> {
  if (handler.isErased) return handler.isErased(db, mail);
  const { purchaseId, customerId } = mail;
  const isOfBuyer = purchaseId !== null || customerId !== null;
  return isOfBuyer && !(await isKnownCustomer(db, { purchaseId, customerId }));
}

async function recordFailure(shop: Shop, handler: Handler, mail: OutboxRow, error: string): Promise<'failed'> {
  const now = shop.clock.now();
  const isLast = isMailTooOld(mail, now);
  const nextAttemptAt = new Date(now.getTime() + mailPauseMs(mail.attempts)).toISOString();
  await updateMail(shop.db, mail.id, { state: isLast ? 'given_up' : 'waiting', lastError: error, nextAttemptAt });
  if (mail.attempts === 0) await recordMailEvent(shop.db, shop, mail, 'mail_failed');
  if (isLast) await recordMailEvent(shop.db, shop, mail, 'mail_given_up');
  if (isLast) await handler.afterGivenUp?.(shop.db, mail);
  shop.events.publish('sales');
  shop.log.warn({ mail: mail.id, attempt: mail.attempts + 1, error, isLast }, 'a mail could not be sent');
  return 'failed';
}

/** Sales alone have a time line. */
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
