import { forgetBounces } from '#db/queries/customers/bounces.ts';
import { isKnownCustomer } from '#db/queries/customers/customers.ts';
import { listMailAccounts } from '#db/queries/mail/mail-accounts.ts';
import { isMailSent, updateMail } from '#db/queries/mail/outbox.ts';
import { claimJob } from '#db/queries/mail/queue-claims.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { MAILBOX_REFUSED, type MailAccount, QUOTA_REFUSED } from '#src/wire/mail/mail.ts';
import type { MailKind } from '#src/wire/mail/mail-kinds.ts';
import type { PurchaseEvent } from '#src/wire/sales/sale-events.ts';
import { publishAfterCommit } from '../events.ts';
import type { Shop } from '../shop.ts';
import { recordEvent } from '../timeline/purchase-events.ts';
import { noteBounce } from './bounces.ts';
import { judgeFailure } from './mail-failures.ts';
import type { MailHandler, MailHandlers } from './mail-handlers.ts';
import { type DueMail, leaseEnd, listNextMail } from './next-mail.ts';
import { noteAccepted, watchTrouble } from './note-accepted-mail.ts';
import { noteAcceptance, noteQuotaRefusal, noticeAccountOf } from './quota/mail-quota.ts';

export async function deliverMail(shop: Shop, handlers: MailHandlers): Promise<number> {
  const { due, isFull } = await watchTrouble(shop, () => listNextMail(shop));
  if (due.length === 0) return 0;
  const refusing = await listRefusing(shop);
  const waiting = due.values();
  const outcomes: Outcome[] = [];
  const failures = () => outcomes.filter((outcome) => outcome === 'failed').length;
  const sendInTurn = async () => {
    for (const mail of waiting) {
      // Consecutive failures mean that the server is down, so the rest stays due.
      if (failures() >= ENOUGH_FAILURES) return;
      outcomes.push(await tryDeliver(shop, handlers[mail.kind], mail, refusing));
    }
  };
  await Promise.all(Array.from({ length: shop.mail.atOnce }, sendInTurn));
  if (isFull && failures() === 0) shop.events.publish('outbox');
  return outcomes.filter((outcome) => outcome === 'sent').length;
}

type Handler = MailHandler<MailKind>;
type Outcome = 'sent' | 'failed' | 'left';
/** These accounts refused by their quota lately. */
type Refusing = ReadonlySet<MailAccount>;

async function listRefusing({ db }: Shop): Promise<Refusing> {
  return new Set((await listMailAccounts(db)).map(({ account }) => account));
}

/** A message that cannot be attempted does not block the others; it returns after its lease. */
async function tryDeliver(shop: Shop, handler: Handler, mail: DueMail, refusing: Refusing): Promise<Outcome> {
  try {
    return await deliver(shop, handler, mail, refusing);
  } catch (error) {
    shop.log.error(
      { mail: mail.id, code: errorCode(error, 'unknown') },
      'a mail could not be sent and will be retried',
    );
    return 'failed';
  }
}

async function deliver(shop: Shop, handler: Handler, mail: DueMail, refusing: Refusing): Promise<Outcome> {
  const startedAt = shop.clock.now();
  const isClaimed = mail.isClaimed || (await claimJob(shop.db, 'outbox', mail, leaseEnd(startedAt, shop.mail)));
  if (!isClaimed) return 'left';
  const content = await handler.write(shop, mail);
  if (!content) {
    await updateMail(shop.db, mail.id, { state: 'given_up', lastError: 'nothing_to_send' });
    await handler.afterGivenUp?.(shop.db, mail);
    return 'left';
  }
  const account = accountOf(shop, mail);
  const { email } = content.to;
  const error = await shop.mail.send(content, account).then(
    () => null,
    (reason: unknown) => errorCode(reason, 'mail_failed'),
  );
  if (error) return recordFailure(shop, handler, mail, { error, account, email });
  const sent = { account, email, startedAt: startedAt.toISOString(), sentAt: shop.clock.now().toISOString() };
  await noteAccepted(shop, mail.id, () =>
    noteSent(shop, handler, mail, { ...sent, isRefusing: refusing.has(account) }),
  );
  return 'sent';
}

type Sent = { account: MailAccount; email: string; startedAt: string; sentAt: string; isRefusing: boolean };

/** It may run again where nobody knows whether its commit arrived. */
async function noteSent(shop: Shop, handler: Handler, mail: DueMail, sent: Sent): Promise<void> {
  const { account, email, startedAt, sentAt, isRefusing } = sent;
  // The addressee may have been erased while the message was written to the folder.
  if (await isErased(shop.db, handler, mail)) await shop.mail.forget(email);
  await inTransaction(shop.db, async (tx) => {
    if (await isMailSent(tx, mail.id)) return;
    // The event holds its purchase, and this the customer, which an erasure takes before the mail.
    await recordMailEvent(tx, shop, mail, 'mailed');
    await forgetBounces(tx, email);
    await updateMail(tx, mail.id, { state: 'sent', sentAt, lastError: null });
    await handler.afterSent?.(tx, mail, sentAt);
    if (isRefusing) await noteAcceptance(tx, { account, isNotice: mail.isNotice, startedAt });
    publishAfterCommit(tx, shop, 'sales');
  });
}

function accountOf({ settings }: Shop, { isNotice }: OutboxRow): MailAccount {
  return isNotice === 1 ? noticeAccountOf(settings) : 'shop';
}

async function isErased(db: Queryable, handler: Handler, mail: OutboxRow): Promise<boolean> {
  if (handler.isErased) return handler.isErased(db, mail);
  const { purchaseId, customerId } = mail;
  const isOfBuyer = purchaseId !== null || customerId !== null;
  return isOfBuyer && !(await isKnownCustomer(db, { purchaseId, customerId }));
}

type Failure = { error: string; account: MailAccount; email: string };

async function recordFailure(shop: Shop, handler: Handler, mail: OutboxRow, failure: Failure): Promise<'failed'> {
  const { error } = failure;
  const now = shop.clock.now();
  if (error === MAILBOX_REFUSED) await noteBounce(shop, mail.id, failure.email);
  const noticesFrom = error === QUOTA_REFUSED ? await noteQuotaRefusal(shop.db, failure.account, now) : null;
  const { isLast, ...change } = judgeFailure(mail, error, now, noticesFrom);
  await updateMail(shop.db, mail.id, { state: isLast ? 'given_up' : 'waiting', ...change });
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

const ENOUGH_FAILURES = 8;
