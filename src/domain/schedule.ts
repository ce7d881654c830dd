import type { PurchaseRow } from '#db/tables.ts';

type Checked = Pick<PurchaseRow, 'checkCount' | 'expiresAt'>;

/** When the worker looks at an open payment next: soon at first, then within ten minutes, and right at the expiry. */
export function nextCheckAt({ checkCount, expiresAt }: Checked, now: Date): string {
  const waitMs = FIRST_WAITS_MS[checkCount] ?? LONGEST_WAIT_MS;
  const expiry = Date.parse(expiresAt);
  const wanted = now.getTime() + waitMs;
  return new Date(expiry > now.getTime() ? Math.min(wanted, expiry) : wanted).toISOString();
}

/** Money may still arrive after a payment was closed: three late looks, then none. */
export function nextLateCheckAt({ expiresAt }: Checked, now: Date): string | null {
  const expiry = Date.parse(expiresAt);
  const next = LATE_LOOKS_MS.map((afterMs) => expiry + afterMs).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next).toISOString();
}

/** A dispute takes days: its end is looked for four times a day, in case no notice tells of it. */
export function nextDisputeCheckAt(now: Date): string {
  return new Date(now.getTime() + 6 * 60 * MINUTE).toISOString();
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const FIRST_WAITS_MS = [15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE];
/** The look itself, and the payments before it in the queue, take a little of the ten minutes too. */
const LONGEST_WAIT_MS = 9 * MINUTE;
const LATE_LOOKS_MS = [5 * MINUTE, 60 * MINUTE, 24 * 60 * MINUTE];
