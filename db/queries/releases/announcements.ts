import { type Expression, sql } from 'kysely';
import type { PaymentStatus } from '#src/wire/purchases/purchases.ts';
import { countRows, findsAny, updatesAny } from '../../results.ts';
import type { OutboxRow } from '../../tables/mail.ts';
import type { AnnouncementRow, ReleaseRow } from '../../tables/releases.ts';
import type { Queryable } from '../../tables.ts';
import { type LatePlatform, mayUse } from './known-platforms.ts';

/** A version has its own notice, and one to each platform. */
export type NoticeKey = Pick<AnnouncementRow, 'releaseId' | 'platform'>;

export async function insertAnnouncement(
  db: Queryable,
  announcement: NoticeKey & Pick<AnnouncementRow, 'audience' | 'createdAt'>,
): Promise<void> {
  await db
    .insertInto('announcements')
    .values({ ...announcement, state: 'sending' })
    .execute();
}

export function findAnnouncement(
  db: Queryable,
  { releaseId, platform }: NoticeKey,
): Promise<AnnouncementRow | undefined> {
  return db
    .selectFrom('announcements')
    .selectAll()
    .where('releaseId', '=', releaseId)
    .where('platform', '=', platform)
    .executeTakeFirst();
}

export function listSendingAnnouncements(db: Queryable): Promise<AnnouncementRow[]> {
  return db
    .selectFrom('announcements')
    .selectAll()
    .where('state', '=', sql.lit<AnnouncementRow['state']>('sending'))
    .orderBy('createdAt')
    .execute();
}

export function listAnnouncementsOfProduct(db: Queryable, productId: string): Promise<AnnouncementRow[]> {
  return db
    .selectFrom('announcements')
    .innerJoin('releases', 'releases.id', 'announcements.releaseId')
    .selectAll('announcements')
    .where('releases.productId', '=', productId)
    .execute();
}

export function listAnnouncementsOfRelease(db: Queryable, releaseId: string): Promise<AnnouncementRow[]> {
  return db.selectFrom('announcements').selectAll().where('releaseId', '=', releaseId).execute();
}

/** Returns undefined unless it is being sent. */
export function endAnnouncement(
  db: Queryable,
  { releaseId, platform }: NoticeKey,
  end: { state: 'done' | 'stopped'; endedAt: string },
): Promise<AnnouncementRow | undefined> {
  return db
    .updateTable('announcements')
    .set(end)
    .where('releaseId', '=', releaseId)
    .where('platform', '=', platform)
    .where('state', '=', 'sending')
    .returningAll()
    .executeTakeFirst();
}

/** Moves on from `lastCustomerId` alone, so that a second leader counts nobody twice. */
export function advanceAnnouncement(
  db: Queryable,
  { releaseId, platform, lastCustomerId }: NoticeKey & Pick<AnnouncementRow, 'lastCustomerId'>,
  progress: Partial<Pick<AnnouncementRow, 'lastCustomerId' | 'queuedAt' | 'audience'>>,
): Promise<boolean> {
  return db
    .updateTable('announcements')
    .set(progress)
    .where('releaseId', '=', releaseId)
    .where('platform', '=', platform)
    .where('state', '=', 'sending')
    .where('lastCustomerId', '=', lastCustomerId)
    .where('queuedAt', 'is', null)
    .$call(updatesAny);
}

/** The next by id, who still have what the release is for and want to hear of it. */
export async function listAudience(
  db: Queryable,
  release: Audience,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await audienceOf(db, release)
    .select('customers.id')
    .where('customers.id', '>', after)
    .orderBy('customers.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export function countAudience(db: Queryable, release: Audience): Promise<number> {
  return audienceOf(db, release).$call(countRows);
}

export function isInAudience(db: Queryable, release: Audience, customerId: string): Promise<boolean> {
  // Hides the product from the index, since one customer has few purchases and a product many.
  const productOfItem = sql<string>`coalesce("purchaseItems"."productId", '')`;
  return reachable(db, release)
    .where('customers.id', '=', customerId)
    .where(({ exists }) => exists(coveredPurchases(db, release, productOfItem).where('customerId', '=', customerId)))
    .$call(findsAny);
}

/** A version is for these items, as `covers` of `update-terms.ts` says it of one; `late` is null in its own notice. */
export type Audience = Pick<ReleaseRow, 'productId' | 'isCritical'> & {
  major: number;
  publishedOn: string;
  late: LatePlatform | null;
};

/** Reads the product's purchases once; asked for each customer, they would be read as often as there are customers. */
function audienceOf(db: Queryable, release: Audience) {
  const productOfItem = sql<string>`"purchaseItems"."productId"`;
  return reachable(db, release).where('customers.id', 'in', coveredPurchases(db, release, productOfItem));
}

function reachable(db: Queryable, { isCritical, late }: Audience) {
  return db
    .selectFrom('customers')
    .where('customers.email', 'is not', null)
    .where('customers.bouncedAt', 'is', null)
    .where((customer) => (late ? mayUse(customer, late) : customer.lit(true)))
    .$if(isCritical === 0, (customers) => customers.where('customers.wantsUpdates', '=', 1));
}

function coveredPurchases(
  db: Queryable,
  { productId, major, publishedOn }: Audience,
  productOfItem: Expression<string>,
) {
  return db
    .selectFrom('purchases')
    .innerJoin('purchaseItems', 'purchaseItems.purchaseId', 'purchases.id')
    .select('purchases.customerId')
    .where('purchases.status', '=', sql.lit<PaymentStatus>('COMPLETED'))
    .where(productOfItem, '=', productId)
    .where('renewsItemId', 'is', null)
    .where(({ eb, or }) => or([eb('updatesMajor', 'is', null), eb('updatesMajor', '>=', major)]))
    .where(({ eb, or }) => or([eb('updatesUntil', 'is', null), eb('updatesUntil', '>=', publishedOn)]));
}

export async function insertNotices(
  db: Queryable,
  notices: (NoticeKey & Pick<OutboxRow, 'customerId' | 'dedup' | 'nextAttemptAt' | 'createdAt'>)[],
): Promise<void> {
  if (notices.length === 0) return;
  await db
    .insertInto('outbox')
    .values(
      notices.map((notice) => ({ ...notice, kind: 'release', state: 'waiting', attempts: 0, isNotice: 1 }) as const),
    )
    .onConflict((conflict) => conflict.column('dedup').doNothing())
    .execute();
}

export type NoticeCounts = { queued: number; waiting: number; sent: number; skipped: number };

export async function countNotices(db: Queryable, { releaseId, platform }: NoticeKey): Promise<NoticeCounts> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('total')])
    .where('releaseId', '=', releaseId)
    .where('platform', '=', platform)
    .where('customerId', 'is not', null)
    .groupBy('state')
    .execute();
  const of = (state: OutboxRow['state']) => Number(rows.find((row) => row.state === state)?.total ?? 0);
  const counts = { waiting: of('waiting'), sent: of('sent'), skipped: of('given_up') };
  return { ...counts, queued: counts.waiting + counts.sent + counts.skipped };
}

export async function cancelNotices(db: Queryable, { releaseId, platform }: NoticeKey): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'given_up', lastError: 'stopped' })
    .where('releaseId', '=', releaseId)
    .where('platform', '=', platform)
    .where('state', '=', 'waiting')
    .execute();
}

/** The latest moment at which one of them is due; null when none waits. */
export async function findLastNotice(db: Queryable): Promise<string | null> {
  const { last } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.max<string | null>('nextAttemptAt').as('last'))
    .where('state', '=', sql.lit<OutboxRow['state']>('waiting'))
    .where('isNotice', '=', 1)
    .executeTakeFirstOrThrow();
  return last;
}
