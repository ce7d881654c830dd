/** `visits` may be negative where a visit is told to another source. */
export type PageVisit = { page: string; source: string; campaign: string; entries: number; visits: number };

/** `hour` is `2026-11-22T14`, in UTC. */
export type CountedVisits = PageVisit & { hour: string };

export type VisitCounter = {
  count(visit: PageVisit): void;
  /** Hands over what was counted since the last time. */
  take(): CountedVisits[];
  giveBack(visits: CountedVisits[]): void;
};
