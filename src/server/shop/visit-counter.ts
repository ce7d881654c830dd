import type { CountedVisits, VisitCounter } from '#src/domain/reports/visit-counter.ts';
import type { Clock } from '#src/domain/shop.ts';
import { OTHERS } from '#src/wire/reports/origins.ts';

/** The counts stay in memory until they are stored, without anything that tells one visitor from another. */
export function openVisitCounter(clock: Clock): VisitCounter {
  let cells = new Map<string, CountedVisits>();

  function add({ hour, page, source, campaign, entries, visits }: CountedVisits): void {
    const key = `${hour} ${page} ${source} ${campaign}`;
    const cell = cells.get(key);
    if (cell) {
      cell.entries += entries;
      cell.visits += visits;
    } else if (cells.size < MOST_CELLS || source === OTHERS) {
      cells.set(key, { hour, page, source, campaign, entries, visits });
    } else if (entries > 0) {
      // A flood of invented sources and pages costs no memory, and no entry is lost.
      add({ hour, page: '/', source: OTHERS, campaign: '', entries, visits });
    }
  }

  return {
    count: (visit) => add({ ...visit, hour: hourOf(clock.now()) }),
    take() {
      const taken = [...cells.values()];
      cells = new Map();
      return taken;
    },
    giveBack: (visits) => visits.forEach(add),
  };
}

const MOST_CELLS = 5_000;

/** `2026-11-22T14`, in UTC. */
function hourOf(now: Date): string {
  return now.toISOString().slice(0, 13);
}
