import { SETTLED_REASONS } from '#db/queries/mail/failed-mail.ts';
import { listMailTests } from '#db/queries/mail/mail-tests.ts';
import { listRecentMail, type RecentMailRow } from '#db/queries/mail/recent-mail.ts';
import { type LoggedMail, MAIL_LOG_SIZE, mailReason } from '#src/wire/mail/mail.ts';
import type { Shop } from '../shop.ts';

/** Shows what was sent and what was not, tests among it, the newest first. */
export async function showMailLog({ db }: Pick<Shop, 'db'>): Promise<LoggedMail[]> {
  const [mails, tests] = await Promise.all([listRecentMail(db, MAIL_LOG_SIZE), listMailTests(db, MAIL_LOG_SIZE)]);
  const lines = [
    ...mails.map(toLoggedMail),
    ...tests.map(
      ({ id, state, reason, requestedAt, endedAt, email }): LoggedMail => ({
        id: `test-${id}`,
        kind: null,
        state,
        at: endedAt ?? requestedAt,
        reason: reason && mailReason(reason),
        to: email,
        purchaseId: null,
        customerId: null,
        canRetry: false,
      }),
    ),
  ];
  return lines.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, MAIL_LOG_SIZE);
}

function toLoggedMail({ id, kind, state, createdAt, sentAt, lastError, ...row }: RecentMailRow): LoggedMail {
  return {
    id: String(id),
    kind,
    state: state === 'given_up' ? 'failed' : state,
    at: sentAt ?? createdAt,
    reason: lastError && mailReason(lastError),
    to: row.email,
    purchaseId: row.purchaseId,
    customerId: row.customerId,
    canRetry: state === 'given_up' && row.email !== null && !SETTLED_REASONS.includes(lastError ?? ''),
  };
}
