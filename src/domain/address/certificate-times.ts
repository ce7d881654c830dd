import type { CertificateRow } from '#db/tables/address.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';

type Life = { startsAt: string; endsAt: string };

/** Two thirds of its life are over then. */
export function renewalOf({ startsAt, endsAt }: Life): Date {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  return new Date(start + ((end - start) * 2) / 3);
}

/** Fourteen days before the end, and later for one that lives less than the usual ninety days. */
export function isEnding({ startsAt, endsAt }: Life, now: Date): boolean {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  return end - now.getTime() <= Math.min(14 * DAY_MS, ((end - start) * 14) / 90);
}

/** A failure before asked for this pause. */
export function isHeld({ retryAt, heldUntil }: CertificateRow, now: Date): boolean {
  return [retryAt, heldUntil].some((until) => until !== null && Date.parse(until) > now.getTime());
}

export function isDue(row: CertificateRow, now: Date): boolean {
  const life = lifeOf(row);
  return life === null || renewalOf(life) <= now;
}

export function lifeOf({ startsAt, endsAt }: Pick<CertificateRow, 'startsAt' | 'endsAt'>): Life | null {
  return startsAt !== null && endsAt !== null ? { startsAt, endsAt } : null;
}

/** A look of our own costs nobody anything; an order counts at the authority. */
export function pauseAfter(failures: number, what: 'look' | 'order'): number {
  const pauses = PAUSES_MS[what];
  return pauses[Math.min(failures, pauses.length) - 1] ?? DAY_MS;
}

const PAUSES_MS = {
  look: [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS],
  order: [15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 8 * HOUR_MS, DAY_MS],
};
