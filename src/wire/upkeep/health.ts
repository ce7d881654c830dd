import { MINUTE_MS } from '../basics/durations.ts';
import type { Failover } from './failover.ts';
import type { Release } from './release.ts';
import type { TrailCheck } from './trail-check.ts';

export const HEALTH_PATH = '/api/admin/health';

export type Health = {
  release: Release;
  /** Somebody said whom to ask for new versions. */
  hasUpdateFeed: boolean;
  engine: 'sqlite' | 'postgres';
  engineVersion: string;
  databaseBytes: number;
  areFilesInBucket: boolean;
  lastBackupAt: string | null;
  /** Null before the first night. */
  trail: TrailCheck | null;
  /** The oldest has been due for so long; null while nothing is due. */
  waitingMs: Record<Work, number | null>;
  processes: HealthProcess[];
  failover: Failover | null;
};

export type HealthProcess = {
  id: string;
  host: string;
  pid: number;
  /** The same for the same build; may be empty. */
  version: string;
  startedAt: string;
  seenAt: string;
  /** Does the work that one process of a shop is enough for. */
  isLeader: boolean;
  /** Sends mail and does other jobs, and may lead; one with `WORKER=off` only serves. */
  hasWorker: boolean;
};

export type Work = 'mail' | 'webhooks' | 'polls';

/** Unpaid orders wait longest, because a bank allows only so many questions. */
export const LATE_AFTER_MS: Record<Work, number> = {
  mail: 2 * MINUTE_MS,
  webhooks: 2 * MINUTE_MS,
  polls: 10 * MINUTE_MS,
};
