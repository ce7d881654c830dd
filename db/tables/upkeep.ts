import type { Flag } from './columns.ts';

/** PostgreSQL only: a process of the shop. */
export type InstanceRow = {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: string;
  seenAt: string;
  isLeader: Flag;
  /** It told so often that it runs, each time in a transaction of that alone. */
  beats: number;
};

/** PostgreSQL only, written by rate-limiter-flexible; `expire` in milliseconds since 1970. */
export type SharedLimitRow = { key: string; points: number; expire: number | null };

/** `value` is JSON. */
export type SettingRow = { key: string; value: string; updatedAt: string; updatedBy: string };
