import { countMailSentSince } from '#db/queries/mail/mail-quota.ts';
import { countNoticesUnderWay, listDueMail } from '#db/queries/mail/outbox.ts';
import { claimJob } from '#db/queries/mail/queue-claims.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';
import { mailLeaseMs } from './mail-schedule.ts';
import { mayTakeAbandoned } from './note-accepted-mail.ts';
import { countFreeNotices } from './quota/mail-quota.ts';

/** Notices come after all other mail, a few at a time, so that a receipt never waits for a batch of them. */
export async function listNextMail(shop: Shop): Promise<{ due: DueMail[]; isFull: boolean }> {
  const { db, mail, clock } = shop;
  const now = clock.now().toISOString();
  const withAbandoned = mayTakeAbandoned(shop);
  const transactional = await listDueMail(db, { now, areNotices: false, withAbandoned, limit: BATCH });
  if (transactional.length > 0) return { due: transactional, isFull: transactional.length === BATCH };
  const notices = await claimNotices(shop);
  return { due: notices, isFull: notices.length === mail.atOnce };
}

export type DueMail = OutboxRow & { isClaimed?: true };

/** Many are due at once after a pause of the shop; processes that send beside each other share pace and quota. */
async function claimNotices(shop: Shop): Promise<DueMail[]> {
  const { db, clock, mail, settings } = shop;
  const now = clock.now();
  const withAbandoned = mayTakeAbandoned(shop);
  const notices = { now: now.toISOString(), areNotices: true, withAbandoned, limit: mail.atOnce };
  // Usually nothing is due, and then no lock is needed.
  if ((await listDueMail(db, { ...notices, limit: 1 })).length === 0) return [];
  return inTransaction(db, async (tx) => {
    await oneAtATime(tx, 'notices');
    const since = new Date(now.getTime() - MINUTE_MS).toISOString();
    // The order counts: a notice that is sent meanwhile counts twice, and none is missed.
    const underWay = await countNoticesUnderWay(tx, { now: notices.now, until: leaseEnd(now, mail) });
    const sent = await countMailSentSince(tx, { lanes: [1], since, most: settings.mailPerMinute });
    const free = await countFreeNotices(tx, { settings }, now, settings.mailPerMinute - sent);
    const limit = Math.min(mail.atOnce, free - underWay, settings.mailPerMinute - sent - underWay);
    const due = limit > 0 ? await listDueMail(tx, { ...notices, limit }) : [];
    const claimed: DueMail[] = [];
    for (const notice of due) {
      if (await claimJob(tx, 'outbox', notice, leaseEnd(now, mail))) claimed.push({ ...notice, isClaimed: true });
    }
    return claimed;
  });
}

export function leaseEnd(now: Date, { longestSendMs }: Shop['mail']): string {
  return new Date(now.getTime() + mailLeaseMs(longestSendMs)).toISOString();
}

const BATCH = 40;
