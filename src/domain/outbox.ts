import { claimJob } from '#db/queries/job-claims.ts';
import { listDueMail, updateMail } from '#db/queries/outbox.ts';
import { findPurchase } from '#db/queries/purchases.ts';
import type { OutboxRow } from '#db/tables.ts';
import { errorCode } from '#src/wire/error-code.ts';
import { isMailTooOld, mailLeaseMs, mailPauseMs } from './mail-schedule.ts';
import { recordEvent } from './purchase-events.ts';
import { writeReceipt } from './receipts.ts';
import type { Shop } from './shop.ts';

export async function deliverDueMail(shop: Shop): Promise<number> {
  const due = await listDueMail(shop.db, shop.clock.now().toISOString(), BATCH);
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
  if (due.length === BATCH && failures() === 0) shop.events.publish('outbox');
  return outcomes.filter((outcome) => outcome === 'sent').length;
}

type Outcome = 'sent' | 'failed' | 'left';

/** A message that cannot be attempted does not block the others; it returns after its lease. */
async function tryDeliver(shop: Shop, mail: OutboxRow): Promise<Outcome> {
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

async function deliver(shop: Shop, mail: OutboxRow): Promise<Outcome> {
  const leaseEnd = new Date(shop.clock.now().getTime() + mailLeaseMs(shop.mail.longestSendMs)).toISOString();
  if (!(await claimJob(shop.db, 'outbox', mail, leaseEnd))) return 'left';
  const purchase = await findPurchase(shop.db, mail.purchaseId);
  const receipt = purchase && (await writeReceipt(shop, mail, purchase));
  if (!receipt) {
    await updateMail(shop.db, mail.id, { state: 'given_up', lastError: 'nothing_to_send' });
    return 'left';
  }
  const error = await shop.mail.send(receipt).then(
    () => null,
    (reason: unknown) => errorCode(reason, 'mail_failed'),
  );
  if (error) return recordFailure(shop, mail, error);
  await forgetErased(shop, mail.purchaseId, receipt.to.email);
  await updateMail(shop.db, mail.id, { state: 'sent', sentAt: shop.clock.now().toISOString(), lastError: null });
  await recordEvent(shop.db, shop, mail.purchaseId, 'mailed', 'worker', mail.kind);
  shop.events.publish('sales');
  return 'sent';
}

/** The buyer may have been erased while the message was written to the folder. */
async function forgetErased(shop: Shop, purchaseId: string, email: string): Promise<void> {
  const purchase = await findPurchase(shop.db, purchaseId);
  if (!purchase?.customerEmail) await shop.mail.forget(email);
}

async function recordFailure(shop: Shop, mail: OutboxRow, error: string): Promise<'failed'> {
  const now = shop.clock.now();
  const isLast = isMailTooOld(mail, now);
  const nextAttemptAt = new Date(now.getTime() + mailPauseMs(mail.attempts)).toISOString();
  await updateMail(shop.db, mail.id, { state: isLast ? 'given_up' : 'waiting', lastError: error, nextAttemptAt });
  if (mail.attempts === 0) await recordEvent(shop.db, shop, mail.purchaseId, 'mail_failed', 'worker', mail.kind);
  if (isLast) await recordEvent(shop.db, shop, mail.purchaseId, 'mail_given_up', 'worker', mail.kind);
  shop.events.publish('sales');
  shop.log.warn({ mail: mail.id, attempt: mail.attempts + 1, error, isLast }, 'a mail could not be sent');
  return 'failed';
}

const BATCH = 40;
const ENOUGH_FAILURES = 8;
