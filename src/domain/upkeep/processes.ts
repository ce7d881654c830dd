import type { HealthProcess } from '#src/wire/upkeep/health.ts';

export type Processes = {
  /** Those that run now. */
  list(): Promise<ShopProcess[]>;
};

/** One process does the jobs that one is enough for: it leads. */
export type ShopProcess = HealthProcess;
