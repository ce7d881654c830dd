import { listMailAccounts } from '#db/queries/mail/mail-accounts.ts';
import { countWaitingNotices, listMailSentByHour } from '#db/queries/mail/mail-quota.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../../shop.ts';
import { noticeAccountOf, noticeQuotaOf } from './mail-quota.ts';

/** How notices leave from now on. */
export type NoticePace = {
  /** None leaves before. */
  from: Date;
  perMinute: number;
  perHour: number;
  perDay: number;
  /** What left in the hours since a day before, each from its beginning in milliseconds. */
  sentInHour: ReadonlyMap<number, number>;
  waiting: number;
};

export async function readNoticePace({
  db,
  clock,
  settings,
}: Pick<Shop, 'db' | 'clock' | 'settings'>): Promise<NoticePace> {
  const now = clock.now();
  const { lanes, spans } = noticeQuotaOf(settings);
  const limitOf = (ms: number) => spans.find((span) => span.ms === ms)?.limit ?? Number.POSITIVE_INFINITY;
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const [sent, waiting, accounts] = await Promise.all([
    spans.length > 0 ? listMailSentByHour(db, { lanes, since }) : [],
    countWaitingNotices(db),
    listMailAccounts(db),
  ]);
  const pausedUntil = accounts.find(({ account }) => account === noticeAccountOf(settings))?.noticesFrom ?? null;
  return {
    from: new Date(Math.max(now.getTime(), pausedUntil === null ? 0 : Date.parse(pausedUntil))),
    perMinute: settings.mailPerMinute,
    ...{ perHour: limitOf(HOUR_MS), perDay: limitOf(DAY_MS) },
    sentInHour: new Map(sent.map((row) => [Date.parse(`${row.hour}:00:00Z`), row.sent])),
    waiting,
  };
}

/** Says when the last of so many leaves, to the hour where a quota holds them back; null after a year. */
export function forecastEnd(pace: NoticePace, count: number): string | null {
  const sentIn = new Map(pace.sentInHour);
  const from = pace.from.getTime();
  let left = count;
  for (let hour = from - (from % HOUR_MS); hour < from + MOST_MS; hour += HOUR_MS) {
    const start = Math.max(hour, from);
    const room = roomIn(hour, pace, sentIn, (hour + HOUR_MS - start) / MINUTE_MS);
    if (left <= room) return new Date(start + (left / pace.perMinute) * MINUTE_MS).toISOString();
    sentIn.set(hour, (sentIn.get(hour) ?? 0) + room);
    left -= room;
  }
  return null;
}

/** A day's quota is that of the last 24 hours, this one among them. */
function roomIn(
  hour: number,
  { perMinute, perHour, perDay }: NoticePace,
  sentIn: ReadonlyMap<number, number>,
  minutes: number,
): number {
  let sentInDay = 0;
  for (let at = hour; at > hour - DAY_MS; at -= HOUR_MS) sentInDay += sentIn.get(at) ?? 0;
  const byHour = perHour - (sentIn.get(hour) ?? 0);
  return Math.max(0, Math.min(Math.floor(perMinute * minutes), byHour, perDay - sentInDay));
}

const MOST_MS = 366 * DAY_MS;
