import { insertMail } from '#db/queries/mail/outbox.ts';
import {
  advanceAnnouncement,
  countNotices,
  endAnnouncement,
  findAnnouncement,
  findLastNotice,
  insertNotices,
  listAudience,
  listSendingAnnouncements,
  type NoticeKey,
} from '#db/queries/releases/announcements.ts';
import { findRelease, findReleaseFile } from '#db/queries/releases/releases.ts';
import type { AnnouncementRow } from '#db/tables/releases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { ANNOUNCEMENT_TEXTS } from '#src/wire/releases/announcements.ts';
import { RELEASE_TEXTS, type Release } from '#src/wire/releases/releases.ts';
import type { Actor } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { wakeMail } from '../mail/queue-mail.ts';
import { conflict } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { audienceOf, endSending } from './announce-release.ts';
import { unknownFile } from './late-files.ts';
import { lockRelease, recordRelease } from './releases.ts';
import { showRelease } from './show-releases.ts';

/** The owner means the notice of a version, or that of a file which the version got later. */
export type NoticeOf = { releaseId: string } | { fileId: string };

export async function stopAnnouncement(shop: Shop, actor: Actor, of: NoticeOf): Promise<Release> {
  const notice = await readKey(shop.db, of);
  await inTransaction(shop.db, async (tx) => {
    const release = await lockRelease(tx, notice.releaseId);
    if (!(await endSending(tx, notice, shop.clock.now().toISOString()))) throw await notSending(tx, notice);
    await recordRelease(tx, shop, actor, 'product.stop_announcement', release);
  });
  return showRelease(shop, notice.releaseId);
}

/** The administrator alone gets it, before anybody else. */
export async function sendTestNotice(shop: Shop, actor: Actor, of: NoticeOf): Promise<Release> {
  const now = shop.clock.now().toISOString();
  const notice = await readKey(shop.db, of);
  await inTransaction(shop.db, async (tx) => {
    const release = await lockRelease(tx, notice.releaseId);
    const isLate = 'fileId' in of;
    if (!isLate && release.notes.trim() === '') throw conflict('notes_missing', RELEASE_TEXTS.notesMissing);
    const known = await findAnnouncement(tx, notice);
    if (known && known.state !== 'sending') throw conflict('already_sent', ANNOUNCEMENT_TEXTS.alreadySent);
    const isAwaiting = isLate && (await findReleaseFile(tx, of.fileId))?.awaitsPublication === 1;
    if (isLate && !known && !isAwaiting) throw conflict('not_late', ANNOUNCEMENT_TEXTS.notLate);
    await insertMail(tx, {
      ...notice,
      kind: 'release',
      payload: JSON.stringify({ userId: actor.id }),
      dedup: `release-test:${notice.releaseId}:${newId()}`,
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    });
    await recordRelease(tx, shop, actor, 'product.test_announcement', release);
    wakeMail(tx, shop);
  });
  return showRelease(shop, notice.releaseId);
}

async function readKey(db: Queryable, of: NoticeOf): Promise<NoticeKey> {
  if ('releaseId' in of) return { releaseId: of.releaseId, platform: '' };
  const file = await findReleaseFile(db, of.fileId);
  if (!file) throw unknownFile();
  return { releaseId: file.releaseId, platform: file.platform };
}

/** Continues where the last process stopped; one mail for each customer, however often it begins again. */
export async function queueAnnouncements(shop: Shop, stopping?: AbortSignal, batch = BATCH): Promise<void> {
  for (const notice of await listSendingAnnouncements(shop.db)) {
    while (!stopping?.aborted && (await inTransaction(shop.db, (tx) => queueBatch(tx, shop, notice, batch)))) {
      await yieldToEventLoop();
    }
    await endWhenSent(shop, notice);
  }
}

/** Returns false when nobody is left to be queued. */
async function queueBatch(
  tx: Queryable,
  shop: Shop,
  { releaseId, platform }: NoticeKey,
  batch: number,
): Promise<boolean> {
  const announcement = await findAnnouncement(tx, { releaseId, platform });
  const release = await findRelease(tx, releaseId);
  if (!release || announcement?.state !== 'sending' || announcement.queuedAt !== null) return false;
  const now = shop.clock.now();
  const after = announcement.lastCustomerId;
  const customers = await listAudience(tx, audienceOf(release, platform), { after, limit: batch });
  const times = await spacedTimes(tx, shop, now, customers.length);
  const createdAt = now.toISOString();
  await insertNotices(
    tx,
    customers.map((customerId, at) => ({
      customerId,
      releaseId,
      platform,
      dedup: ['release', releaseId, ...(platform ? [platform] : []), customerId].join(':'),
      nextAttemptAt: times[at] ?? createdAt,
      createdAt,
    })),
  );
  const isLast = customers.length < batch;
  const lastCustomerId = customers.at(-1) ?? after;
  const progress = { lastCustomerId, ...(isLast && { queuedAt: createdAt }) };
  return (await advanceAnnouncement(tx, announcement, progress)) && !isLast;
}

const BATCH = 500;

/** The mails go one after another behind those that wait already. */
export async function spacedTimes(tx: Queryable, shop: Shop, now: Date, count: number): Promise<string[]> {
  const pauseMs = MINUTE_MS / shop.settings.mailPerMinute;
  const last = await findLastNotice(tx);
  const start = Math.max(now.getTime(), last === null ? 0 : Date.parse(last) + pauseMs);
  return Array.from({ length: count }, (_, at) => new Date(start + at * pauseMs).toISOString());
}

async function endWhenSent(shop: Shop, notice: NoticeKey): Promise<void> {
  const announcement = await findAnnouncement(shop.db, notice);
  if (!announcement || !isQueued(announcement)) return;
  const { waiting } = await countNotices(shop.db, notice);
  if (waiting > 0) return;
  await endAnnouncement(shop.db, notice, { state: 'done', endedAt: shop.clock.now().toISOString() });
}

function isQueued({ queuedAt }: AnnouncementRow): boolean {
  return queuedAt !== null;
}

async function notSending(tx: Queryable, notice: NoticeKey) {
  const known = await findAnnouncement(tx, notice);
  return conflict('already_sent', known ? ANNOUNCEMENT_TEXTS.alreadySent : ANNOUNCEMENT_TEXTS.notAnnounced);
}
