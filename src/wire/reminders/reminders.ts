import { dayOf, dayText, shiftDay, startOf } from '../basics/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../basics/durations.ts';

/** Step 1 leaves while the Pix is open, 2 the next day, 3 on the third day, with a coupon. */
export const REMINDER_STEPS = [1, 2, 3] as const;
export type ReminderStep = (typeof REMINDER_STEPS)[number];

export type SkipReason =
  | 'off'
  | 'paid'
  | 'refunded'
  | 'erased'
  | 'review'
  | 'refused'
  | 'closed'
  | 'open'
  | 'late'
  | 'declined'
  | 'bought'
  | 'newer'
  | 'recent'
  | 'not_on_sale'
  | 'no_coupon';

export const FIRST_REMINDER_MS = 20 * MINUTE_MS;
/** A purchase paid by a link within these days counts as recovered. */
export const RETAKE_DAYS = 7;
export const RETAKE_MS = RETAKE_DAYS * DAY_MS;
/** One person gets one sequence in this time. */
export const SEQUENCE_MS = 7 * DAY_MS;

const HOUR_OF_REMINDERS = 10;
const DAYS_LATER: Record<2 | 3, number> = { 2: 1, 3: 3 };
const NIGHT = { from: 22, to: 8 };

export function dueAt(step: ReminderStep, createdAt: string): string {
  const created = new Date(createdAt);
  if (step === 1) return new Date(created.getTime() + FIRST_REMINDER_MS).toISOString();
  return atHour(shiftDay(dayOf(created), DAYS_LATER[step]), HOUR_OF_REMINDERS).toISOString();
}

/** The end of the night in São Paulo in which `now` is; null by day. */
export function endOfNight(now: Date): Date | null {
  const today = dayOf(now);
  if (now < atHour(today, NIGHT.to)) return atHour(today, NIGHT.to);
  return now < atHour(today, NIGHT.from) ? null : atHour(shiftDay(today, 1), NIGHT.to);
}

/** Writes `hoje`, `amanhã`, the weekday of this week, or `30/11`. */
export function untilText(day: string, now: Date): string {
  const today = dayOf(now);
  if (day === today) return 'hoje';
  if (day === shiftDay(today, 1)) return 'amanhã';
  if (day < shiftDay(today, 7)) return weekday.format(startOf(day));
  return dayText(day).slice(0, 5);
}

const weekday = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', weekday: 'long' });

function atHour(day: string, hour: number): Date {
  return new Date(startOf(day).getTime() + hour * HOUR_MS);
}
