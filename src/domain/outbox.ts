import { takeAttempt } from '#db/queries/attempts.ts';
import { listDueMail, updateMail } from '#db/queries/outbox.ts';
import { findPurchase } from '#db/queries/purchases.ts';
import type { OutboxRow } from '#db/tables.ts';
import { writeReceipt } from './receipts.ts';
import type { Shop } from './shop.ts';
import { noteEvent } from './time-line.ts';

/** Sends what is due, each with its own tries and growing pauses. Answers how many left the house. */
export async function deliverDueMail(shop: Shop): Promise<number> {
  const due = await listDueMail(shop.db, shop.clock.now().toISOString(), BATCH);
  let sent = 0;
  for (const mail of due) if (await deliver(shop, mail)) sent += 1;
  return sent;
}

async function deliver(shop: Shop, mail: OutboxRow): Promise<boolean> {
  const now = shop.clock.now();
  const nextAttemptAt = new Date(now.getTime() + pauseMs(mail.attempts)).toISOString();
  const isOurs = await takeAttempt(shop.db, 'outbox', mail, nextAttemptAt);
  if (!isOurs) return false;
  const purchase = await findPurchase(shop.db, mail.purchaseId);
  const receipt = purchase && (await writeReceipt(shop, mail, purchase));
  if (!receipt) {
    await updateMail(shop.db, mail.id, { state: 'given_up', lastError: 'nothing_to_send' });
    return false;
  }
  const error = await shop.mail.send(receipt).then(
    () => null,
    (reason: unknown) => errorCode(reason),
  );
  if (error) return noteFailure(shop, mail, error);
  await forgetErased(shop, mail.purchaseId, receipt.to.email);
  await updateMail(shop.db, mail.id, { state: 'sent', sentAt: now.toISOString(), lastError: null });
  await noteEvent(shop.db, shop, mail.purchaseId, 'mailed', 'worker', mail.kind);
  shop.events.publish('sales');
  return true;
}

/** The buyer may have been erased while the message was on its way into the folder. */
async function forgetErased(shop: Shop, purchaseId: string, email: string): Promise<void> {
  const purchase = await findPurchase(shop.db, purchaseId);
  if (!purchase?.customerEmail) await shop.mail.forget(email);
}

async function noteFailure(shop: Shop, mail: OutboxRow, error: string): Promise<false> {
  const isLast = mail.attempts + 1 >= MAXIMUM_ATTEMPTS;
  await updateMail(shop.db, mail.id, { state: isLast ? 'given_up' : 'waiting', lastError: error });
  // The tries between the first and the last would say nothing new.
  if (mail.attempts === 0) await noteEvent(shop.db, shop, mail.purchaseId, 'mail_failed', 'worker', mail.kind);
  if (isLast) await noteEvent(shop.db, shop, mail.purchaseId, 'mail_given_up', 'worker', mail.kind);
  shop.events.publish('sales');
  shop.log.warn({ mail: mail.id, attempt: mail.attempts + 1, error, isLast }, 'a mail could not be sent');
  return false;
}

/** 15 s, 30 s, 1 min … up to an hour. */
function pauseMs(attempts: number): number {
  return Math.min(15_000 * 2 ** attempts, 60 * 60 * 1000);
}

/** The code alone: a mail server's own words may repeat the address. */
function errorCode(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : 'mail_failed';
}

const BATCH = 20;
const MAXIMUM_ATTEMPTS = 20;
