import {
  advanceAnnouncement,
  countNotices,
  endAnnouncement,
  findAnnouncement,
  findLastNotice,
  insertNotices,
  listAudience,
  listSendingAnnouncements,
} from '#db/queries/announcements.ts';
import { insertMail } from '#db/queries/outbox.ts';
import { findRelease } from '#db/queries/releases.ts';
import type { AnnouncementRow, Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { ANNOUNCEMENT_TEXTS } from '#src/wire/announcements.ts';
import { MINUTE_MS } from '#src/wire/durations.ts';
import { RELEASE_TEXTS, type Release } from '#src/wire/releases.ts';
import { audienceOf, endSending } from './announce-release.ts';
import type { Actor } from './audit.ts';
import { newId } from './ids.ts';
import { conflict } from './refusals.ts';
import { lockRelease, recordRelease, showRelease } from './releases.ts';
import type { Shop } from './shop.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

export async function stopAnnouncement(shop: Shop, actor: Actor, id: string): Promise<Release> {
  await inTransaction(shop.db, async (tx) => {
    const release = await lockRelease(tx, id);
    if (!(await endSending(tx, id, shop.clock.now().toISOString()))) throw await notSending(tx, id);
    await recordRelease(tx, shop, actor, 'product.stop_announcement', release);
  });
  return showRelease(shop, id);
}

/** To the administrator alone, before anybody else gets it. */
export async function sendTestNotice(shop: Shop, actor: Actor, id: string): Promise<Release> {
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    const release = await lockRelease(tx, id);
    if (release.notes.trim() === '') throw conflict('notes_missing', RELEASE_TEXTS.notesMissing);
    const known = await findAnnouncement(tx, id);
    if (known && known.state !== 'sending') throw conflict('already_sent', ANNOUNCEMENT_TEXTS.alreadySent);
    await insertMail(tx, {
      kind: 'release',
      releaseId: id,
      payload: JSON.stringify({ userId: actor.id }),
      dedup: `release-test:${id}:${newId()}`,
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
    });
    await recordRelease(tx, shop, actor, 'product.test_announcement', release);
  });
  shop.events.publish('outbox');
  return showRelease(shop, id);
}

/** Continues where the last process stopped; one mail for each customer, however often it begins again. */
export async function queueAnnouncements(shop: Shop, stopping?: AbortSignal, batch = BATCH): Promise<void> {
  for (const { releaseId } of await listSendingAnnouncements(shop.db)) {
    while (!stopping?.aborted && (await inTransaction(shop.db, (tx) => queueBatch(tx, shop, releaseId, batch)))) {
      await yieldToEventLoop();
    }
    await endWhenSent(shop, releaseId);
  }
}

/** False when nobody is left to be queued. */
async function queueBatch(tx: Queryable, shop: Shop, releaseId: string, batch: number): Promise<boolean> {
  const announcement = await findAnnouncement(tx, releaseId);
  const release = await findRelease(tx, releaseId);
  if (!release || announcement?.state !== 'sending' || announcement.queuedAt !== null) return false;
  const now = shop.clock.now();
  const after = announcement.lastCustomerId;
  const customers = await listAudience(tx, audienceOf(release), { after, limit: batch });
  const times = await spacedTimes(tx, shop, now, customers.length);
  const createdAt = now.toISOString();
  await insertNotices(
    tx,
    customers.map((customerId, at) => ({
      customerId,
      releaseId,
      dedup: `release:${releaseId}:${customerId}`,
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

/** One after another behind those that wait already. */
async function spacedTimes(tx: Queryable, shop: Shop, now: Date, count: number): Promise<string[]> {
  const pauseMs = MINUTE_MS / shop.settings.mailPerMinute;
  const last = await findLastNotice(tx);
  const start = Math.max(now.getTime(), last === null ? 0 : Date.parse(last) + pauseMs);
  return Array.from({ length: count }, (_, at) => new Date(start + at * pauseMs).toISOString());
}

async function endWhenSent(shop: Shop, releaseId: string): Promise<void> {
  const announcement = await findAnnouncement(shop.db, releaseId);
  if (!announcement || !isQueued(announcement)) return;
  const { waiting } = await countNotices(shop.db, releaseId);
  if (waiting > 0) return;
  await endAnnouncement(shop.db, releaseId, { state: 'done', endedAt: shop.clock.now().toISOString() });
}

function isQueued({ queuedAt }: AnnouncementRow): boolean {
  return queuedAt !== null;
}

async function notSending(tx: Queryable, id: string) {
  const known = await findAnnouncement(tx, id);
  return conflict('already_sent', known ? ANNOUNCEMENT_TEXTS.alreadySent : ANNOUNCEMENT_TEXTS.notAnnounced);
}
