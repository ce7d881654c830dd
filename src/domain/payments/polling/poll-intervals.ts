import type { PurchaseRow } from '#db/tables/purchases.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';

type Checked = Pick<PurchaseRow, 'checkCount' | 'expiresAt'>;

export function nextCheckAt({ checkCount, expiresAt }: Checked, now: Date): string {
  const waitMs = FIRST_WAITS_MS[checkCount] ?? LONGEST_WAIT_MS;
  const expiry = Date.parse(expiresAt);
  const wanted = now.getTime() + waitMs;
  return new Date(expiry > now.getTime() ? Math.min(wanted, expiry) : wanted).toISOString();
}

/** Three late polls catch money that arrives after the purchase was closed. */
export function nextLateCheckAt({ expiresAt }: Checked, now: Date): string | null {
  const expiry = Date.parse(expiresAt);
  const next = LATE_POLLS_MS.map((afterMs) => expiry + afterMs).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next).toISOString();
}

/** The bank is asked four times a day, in case no webhook reports the end. */
export function nextDisputeCheckAt(now: Date): string {
  return new Date(now.getTime() + 6 * HOUR_MS).toISOString();
}

const FIRST_WAITS_MS = [15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS];
/** Leaves a minute of the promised ten for the poll and its queue. */
const LONGEST_WAIT_MS = 9 * MINUTE_MS;
const LATE_POLLS_MS = [5 * MINUTE_MS, HOUR_MS, DAY_MS];
