import { KEPT } from '#src/wire/backups/backups.ts';
import { dayOf, monthOf } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { mondayOf } from '#src/wire/basics/periods.ts';

type Made = { name: string; madeAt: string };

/** Names those that stay: all of the newest one's last 24 hours, and the newest of each of the last days, weeks and months that have one. */
export function keptBackups(backups: readonly Made[]): Set<string> {
  const newestFirst = backups.toSorted((one, other) => other.madeAt.localeCompare(one.madeAt));
  const dayBefore = Date.parse(newestFirst[0]?.madeAt ?? '') - DAY_MS;
  return new Set([
    ...newestFirst.filter(({ madeAt }) => Date.parse(madeAt) > dayBefore).map(({ name }) => name),
    ...newestOfEach(newestFirst, KEPT.days, (at) => dayOf(at)),
    ...newestOfEach(newestFirst, KEPT.weeks, (at) => mondayOf(dayOf(at))),
    ...newestOfEach(newestFirst, KEPT.months, (at) => monthOf(at)),
  ]);
}

function newestOfEach(newestFirst: Made[], most: number, periodOf: (at: Date) => string): string[] {
  const names = new Map<string, string>();
  for (const { name, madeAt } of newestFirst) {
    const period = periodOf(new Date(madeAt));
    if (names.size < most && !names.has(period)) names.set(period, name);
  }
  return [...names.values()];
}
