import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptBackups } from '#src/domain/backups/kept-backups.ts';
import { KEPT } from '#src/wire/backups/backups.ts';
import { dayOf, monthOf } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';

const FIRST = Date.parse('2024-12-01T00:00:00Z');
const toBackup = (minutes: number) => {
  const madeAt = new Date(FIRST + minutes * 60_000).toISOString();
  return { name: `b${minutes}`, madeAt };
};
const someBackups = fc
  .uniqueArray(fc.integer({ min: 0, max: 500 * 1_440 }), { maxLength: 80 })
  .map((minutes) => minutes.map(toBackup));

test('the newest of each of the last seven days, four weeks and six months that have a backup stay', () => {
  const nights = Array.from({ length: 400 }, (_, night) => ({
    name: String(night),
    madeAt: new Date(Date.parse('2025-10-21T06:30:00Z') + night * DAY_MS).toISOString(),
  }));
  const kept = keptBackups(nights);
  const days = nights.filter(({ name }) => kept.has(name)).map(({ madeAt }) => madeAt.slice(0, 10));

  expect(days).toEqual([
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-08',
    '2026-11-15',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
  ]);
});

test('all of the last day stay, the newest of each day and month stays, and keeping twice keeps the same', () => {
  fc.assert(
    fc.property(someBackups, (backups) => {
      const kept = keptBackups(backups);
      const newestFirst = backups.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt));
      const [newest] = newestFirst;
      const lastDay = newestFirst.filter(
        ({ madeAt }) => Date.parse(madeAt) > Date.parse(newest?.madeAt ?? '') - DAY_MS,
      );
      expect(kept.size).toBeLessThanOrEqual(lastDay.length + KEPT.days + KEPT.weeks + KEPT.months);
      expect(lastDay.every(({ name }) => kept.has(name))).toBe(true);
      expect(newest === undefined || kept.has(newest.name)).toBe(true);
      for (const [most, periodOf] of [
        [KEPT.days, dayOf],
        [KEPT.months, monthOf],
      ] as const) {
        const periods = [...new Set(newestFirst.map(({ madeAt }) => periodOf(new Date(madeAt))))].slice(0, most);
        for (const period of periods) {
          const first = newestFirst.find(({ madeAt }) => periodOf(new Date(madeAt)) === period);
          expect(kept.has(first?.name ?? '')).toBe(true);
        }
      }
      const rest = backups.filter(({ name }) => kept.has(name));
      expect(keptBackups(rest)).toEqual(kept);
    }),
  );
});

test('night after night, no backup that the rule wants later was removed before', () => {
  fc.assert(
    fc.property(someBackups, (backups) => {
      const oldestFirst = backups.toSorted((one, other) => one.madeAt.localeCompare(other.madeAt));
      let held: typeof backups = [];
      for (const backup of oldestFirst) {
        const now = [...held, backup];
        const kept = keptBackups(now);
        held = now.filter(({ name }) => kept.has(name));
      }
      expect(new Set(held.map(({ name }) => name))).toEqual(keptBackups(backups));
    }),
  );
});
