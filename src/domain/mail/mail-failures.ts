import type { OutboxRow } from '#db/tables/mail.ts';
import { MAILBOX_REFUSED, QUOTA_REFUSED } from '#src/wire/mail/mail.ts';
import { isMailTooOld, mailPauseMs } from './mail-schedule.ts';

/** What becomes of a mail that did not leave; `noticesFrom` is null unless the account refused by its quota. */
export function judgeFailure(mail: OutboxRow, error: string, now: Date, noticesFrom: string | null) {
  if (mail.isNotice === 1) return noticeFailure(mail, error, now, noticesFrom);
  return { isLast: isMailTooOld(mail, now), nextAttemptAt: nextAttempt(mail, now), lastError: error };
}

/**
 * One that the quota refused waits for it, however long. The others are tried for as long as any mail, but from their first
 * failure on, since they may have waited days for their turn; one to nobody is given up at once.
 */
function noticeFailure(mail: OutboxRow, error: string, now: Date, noticesFrom: string | null) {
  if (noticesFrom !== null) return { isLast: false, nextAttemptAt: noticesFrom, lastError: error };
  if (error === MAILBOX_REFUSED) return { isLast: true, lastError: 'bounced' };
  const isFirst = mail.attempts === 0 || mail.lastError === QUOTA_REFUSED;
  const requeuedAt = isFirst ? now.toISOString() : mail.requeuedAt;
  const isLast = isMailTooOld({ ...mail, requeuedAt }, now);
  return { isLast, requeuedAt, nextAttemptAt: nextAttempt(mail, now), lastError: error };
}

function nextAttempt({ attempts }: OutboxRow, now: Date): string {
  return new Date(now.getTime() + mailPauseMs(attempts)).toISOString();
}
