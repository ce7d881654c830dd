import { expect, test } from 'vitest';
import { nextCheckAt, nextLateCheckAt } from '#src/domain/payments/polling/poll-intervals.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const expiresAt = '2026-11-21T14:00:00.000Z';

test('an open payment is polled soon, then less often, and at least every ten minutes', () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map(
    (checkCount) => (Date.parse(nextCheckAt({ checkCount, expiresAt }, now)) - now.getTime()) / 1000,
  );
  expect(waits).toEqual([15, 30, 60, 120, 300, 540, 540]);
});

test('a poll is always due at expiry', () => {
  const shortly = new Date('2026-11-21T13:58:00.000Z');
  expect(nextCheckAt({ checkCount: 9, expiresAt }, shortly)).toBe(expiresAt);
});

test('a closed payment gets three late polls, then none', () => {
  const late = (at: string) => nextLateCheckAt({ checkCount: 9, expiresAt }, new Date(at));
  expect(late('2026-11-21T14:00:01.000Z')).toBe('2026-11-21T14:05:00.000Z');
  expect(late('2026-11-21T14:05:00.000Z')).toBe('2026-11-21T15:00:00.000Z');
  expect(late('2026-11-21T15:00:00.000Z')).toBe('2026-11-22T14:00:00.000Z');
  expect(late('2026-11-22T14:00:00.000Z')).toBeNull();
});
