import { countWaitingNotices } from '#db/queries/mail/mail-quota.ts';
import {
  type Audience,
  cancelNotices,
  countAudience,
  countNotices,
  endAnnouncement,
  insertAnnouncement,
  listAnnouncementsOfProduct,
  type NoticeKey,
} from '#db/queries/releases/announcements.ts';
import type { ReleaseRow } from '#db/tables/releases.ts';
import type { Queryable } from '#db/tables.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { Announcement } from '#src/wire/releases/announcements.ts';
import { publishAfterCommit } from '../events.ts';
import { forecastEnd, type NoticePace } from '../mail/quota/notice-forecast.ts';
import { PLATFORM_ORDER, shareSystem } from '../products/platforms.ts';
import type { Shop } from '../shop.ts';
import { majorOf } from './versions.ts';

/** Wakes the job that queues the mails. */
export const ANNOUNCEMENTS = 'announcements';

/** Call it in the transaction that publishes the version, or its file for the platform. */
export async function announceRelease(
  tx: Queryable,
  shop: Shop,
  release: ReleaseRow,
  createdAt: string,
  platform: Platform | '' = '',
): Promise<void> {
  const published = { ...release, publishedAt: release.publishedAt ?? createdAt };
  const audience = await countAudience(tx, audienceOf(published, platform));
  await insertAnnouncement(tx, { releaseId: release.id, platform, audience, createdAt });
  publishAfterCommit(tx, shop, ANNOUNCEMENTS);
}

/** Returns whom a version is for; with a platform, those of them whom a file of it may be for. */
export function audienceOf(release: ReleaseRow, platform: Platform | '' = ''): Audience {
  const { id, productId, isCritical, version, publishedAt, createdAt } = release;
  const publishedOn = dayOf(new Date(publishedAt ?? createdAt));
  const platforms = PLATFORM_ORDER.filter((other) => other !== 'any' && platform && shareSystem(other, platform));
  const late = platform === '' ? null : { releaseId: id, platforms };
  return { productId, isCritical, major: majorOf(version), publishedOn, late };
}

type ShownNotice = NoticeKey & { announcement: Announcement };

export async function showAnnouncements(db: Queryable, productId: string, pace: NoticePace): Promise<ShownNotice[]> {
  const rows = await listAnnouncementsOfProduct(db, productId);
  return Promise.all(
    rows.map(async (row) => {
      const { releaseId, platform, state, audience, queuedAt } = row;
      const { queued, sent, skipped } = await countNotices(db, row);
      const isSending = state === 'sending';
      const ahead = isSending ? await countAhead(db, row, audience - queued) : 0;
      return {
        ...{ releaseId, platform },
        announcement: {
          ...{ state, audience: queuedAt === null ? audience : queued, sent, skipped },
          endsAt: isSending ? forecastEnd(pace, ahead) : null,
        },
      };
    }),
  );
}

/** Those which no row stands for yet are queued behind all others. */
async function countAhead(db: Queryable, notice: NoticeKey & { queuedAt: string | null }, unqueued: number) {
  if (notice.queuedAt !== null) return countWaitingNotices(db, notice);
  return (await countWaitingNotices(db)) + Math.max(0, unqueued);
}

/** Mail that was not sent yet never is. Returns false when nothing was under way. */
export async function endSending(tx: Queryable, notice: NoticeKey, endedAt: string): Promise<boolean> {
  if (!(await endAnnouncement(tx, notice, { state: 'stopped', endedAt }))) return false;
  await cancelNotices(tx, notice);
  return true;
}
