import type { HealthProcess } from '#src/wire/upkeep/health.ts';

export type Processes = {
  /** Those that run now. */
  list(): Promise<ShopProcess[]>;
  /** Each process that begins to lead has a higher one; null where this one does not lead. */
  term(): number | null;
};

/** One process does the jobs that one is enough for: it leads. */
export type ShopProcess = HealthProcess;
