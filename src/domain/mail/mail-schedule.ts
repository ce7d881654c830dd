import type { OutboxRow } from '#db/tables/mail.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';

/** The lease outlasts any attempt, so that nobody else sends the message meanwhile. */
export function mailLeaseMs(longestSendMs: number): number {
  return longestSendMs + 30_000;
}

export function mailPauseMs(attempts: number): number {
  return Math.min(15_000 * 2 ** attempts, HOUR_MS);
}

/** Grows to a day: most quotas are of the last hour or the last 24. */
export function noticePauseMs(refusals: number): number {
  return Math.min(HOUR_MS * 2 ** (refusals - 1), DAY_MS);
}

/** Covers a weekend without a mail server and some days to repair it. */
export function isMailTooOld(
  { createdAt, requeuedAt }: Pick<OutboxRow, 'createdAt' | 'requeuedAt'>,
  now: Date,
): boolean {
  return now.getTime() - Date.parse(requeuedAt ?? createdAt) >= KEPT_TRYING_MS;
}

const KEPT_TRYING_MS = 5 * DAY_MS;
