import {
  clearQuotaRefusal,
  endNoticePause,
  listMailAccounts,
  upsertMailAccount,
} from '#db/queries/mail/mail-accounts.ts';
import { countMailSentSince } from '#db/queries/mail/mail-quota.ts';
import type { Flag } from '#db/tables/columns.ts';
import type { MailAccountRow } from '#db/tables/mail.ts';
import type { Database, Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import type { MailAccount } from '#src/wire/mail/mail.ts';
import type { Shop } from '../../shop.ts';
import type { ShopSettings } from '../../shop-settings.ts';
import { noticePauseMs } from '../mail-schedule.ts';

/**
 * Notices leave so much of a quota to all other mail. On most days a shop's own mail is far fewer than its notices, and a
 * sale brings up to three: receipt, key, sign-in. A small account keeps at least 20, but never more than half of it.
 */
const KEPT_FROM_NOTICES = { share: 0.2, least: 20, most: 0.5 } as const;

/** What of a quota notices may use. `spans` are those with a limit; accounts count over the last hour and the last 24. */
export type NoticeQuota = { lanes: readonly Flag[]; spans: { ms: number; limit: number }[] };

/** Notices have an account of their own for themselves; one that they share counts all mail. */
export function noticeQuotaOf({ mailPerHour, mailPerDay, hasNoticeAccount }: ShopSettings): NoticeQuota {
  const spans = [
    { ms: HOUR_MS, limit: mailPerHour },
    { ms: DAY_MS, limit: mailPerDay },
  ].filter(({ limit }) => limit > 0);
  if (hasNoticeAccount) return { lanes: [1], spans };
  return { lanes: [0, 1], spans: spans.map(({ ms, limit }) => ({ ms, limit: limit - keptOf(limit) })) };
}

/** Says how much of a quota is for other mail alone. */
export function keptOf(limit: number): number {
  const { share, least, most } = KEPT_FROM_NOTICES;
  return Math.ceil(Math.min(Math.max(limit * share, least), limit * most));
}

/** Says how many notices may leave now, `underWay` among them; of those after a refusal the first goes alone. */
export async function countFreeNotices(
  tx: Queryable,
  { settings }: Pick<Shop, 'settings'>,
  now: Date,
  most: number,
): Promise<number> {
  const account = noticeAccountOf(settings);
  const refusal = (await listMailAccounts(tx)).find((row) => row.account === account);
  if (refusal && isPaused(refusal, now)) return 0;
  const { lanes, spans } = noticeQuotaOf(settings);
  let free = refusal?.noticesFrom ? 1 : most;
  for (const { ms, limit } of spans) {
    const since = new Date(now.getTime() - ms).toISOString();
    free = Math.min(free, limit - (await countMailSentSince(tx, { lanes, since, most: limit })));
  }
  return free;
}

export function noticeAccountOf({ hasNoticeAccount }: Pick<ShopSettings, 'hasNoticeAccount'>): MailAccount {
  return hasNoticeAccount ? 'notices' : 'shop';
}

/** Returns when notices are tried again. Refusals during a pause, as those of receipts that are tried all the same, do not prolong it. */
export async function noteQuotaRefusal(db: Database, account: MailAccount, now: Date): Promise<string> {
  return inTransaction(db, async (tx) => {
    await oneAtATime(tx, `mail account:${account}`);
    const known = (await listMailAccounts(tx)).find((row) => row.account === account);
    const isOngoing = known && isPaused(known, now);
    const refusals = isOngoing ? known.refusals : refusalsBefore(known, now) + 1;
    const noticesFrom =
      (isOngoing && known.noticesFrom) || new Date(now.getTime() + noticePauseMs(refusals)).toISOString();
    await upsertMailAccount(tx, { account, refusedAt: now.toISOString(), refusals, noticesFrom });
    return noticesFrom;
  });
}

/** Receipts alone do not end the pause of notices, which would take the places that become free at once. */
export function noteAcceptance(
  tx: Queryable,
  mail: { account: MailAccount; isNotice: Flag; startedAt: string },
): Promise<void> {
  const end = mail.isNotice === 1 ? endNoticePause : clearQuotaRefusal;
  return end(tx, mail.account, mail.startedAt);
}

/** Those of another week say nothing of today. */
function refusalsBefore(known: MailAccountRow | undefined, now: Date): number {
  const isRecent = known?.noticesFrom && now.getTime() - Date.parse(known.noticesFrom) < DAY_MS;
  return isRecent ? known.refusals : 0;
}

function isPaused({ noticesFrom }: Pick<MailAccountRow, 'noticesFrom'>, now: Date): boolean {
  return noticesFrom !== null && noticesFrom > now.toISOString();
}
