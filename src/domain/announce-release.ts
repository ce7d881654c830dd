import {
  type Audience,
  cancelNotices,
  countAudience,
  countNotices,
  endAnnouncement,
  findAnnouncement,
  insertAnnouncement,
  listAnnouncementsOfProduct,
} from '#db/queries/announcements.ts';
import type { AnnouncementRow, Queryable, ReleaseRow } from '#db/tables.ts';
import type { Announcement } from '#src/wire/announcements.ts';
import { dayOf } from '#src/wire/dates.ts';
import { majorOf } from './versions.ts';

/** Wakes the job that queues the mails. */
export const ANNOUNCEMENTS = 'announcements';

/** In the transaction that publishes. */
export async function announceRelease(tx: Queryable, release: ReleaseRow, createdAt: string): Promise<void> {
  const audience = await countAudience(tx, audienceOf({ ...release, publishedAt: createdAt }));
  await insertAnnouncement(tx, { releaseId: release.id, audience, createdAt });
}

/** Whom a version is for. */
export function audienceOf({ productId, isCritical, version, publishedAt, createdAt }: ReleaseRow): Audience {
  return { productId, isCritical, major: majorOf(version), publishedOn: dayOf(new Date(publishedAt ?? createdAt)) };
}

export async function showAnnouncement(db: Queryable, releaseId: string): Promise<Announcement | null> {
  const row = await findAnnouncement(db, releaseId);
  return row ? toAnnouncementDto(db, row) : null;
}

export async function showAnnouncements(db: Queryable, productId: string): Promise<Map<string, Announcement>> {
  const rows = await listAnnouncementsOfProduct(db, productId);
  return new Map(
    await Promise.all(rows.map(async (row) => [row.releaseId, await toAnnouncementDto(db, row)] as const)),
  );
}

async function toAnnouncementDto(db: Queryable, row: AnnouncementRow): Promise<Announcement> {
  const { queued, sent, skipped } = await countNotices(db, row.releaseId);
  return { state: row.state, audience: row.queuedAt === null ? row.audience : queued, sent, skipped };
}

/** What was not sent yet never is. False when nothing was under way. */
export async function endSending(tx: Queryable, releaseId: string, endedAt: string): Promise<boolean> {
  if (!(await endAnnouncement(tx, releaseId, { state: 'stopped', endedAt }))) return false;
  await cancelNotices(tx, releaseId);
  return true;
}
