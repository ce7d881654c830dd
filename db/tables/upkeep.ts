import type { IncidentSubject } from '#src/wire/upkeep/incidents.ts';
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
  /** Older code does not say what it knows. */
  newestStep: string | null;
  hasWorker: Flag | null;
};

/** PostgreSQL only, and one row: the server that the shop writes to, and that it did so until then. */
export type DatabaseIdentityRow = { id: 1; systemId: string; timeline: number; seenAt: string };

/** PostgreSQL only, written by rate-limiter-flexible; `expire` in milliseconds since 1970. */
export type SharedLimitRow = { key: string; points: number; expire: number | null };

/** A backup that the shop made or tried by itself; `removed` is one that its rule of keeping took away. */
export type BackupRow = {
  id: string;
  /** It is its folder's name, or its file's without the ending. */
  name: string;
  origin: 'night' | 'asked';
  state: 'running' | 'verified' | 'failed' | 'removed';
  startedAt: string;
  endedAt: string | null;
  /** The database was copied as of then. */
  madeAt: string | null;
  sizeBytes: number | null;
  files: number | null;
  hasKeyFile: Flag;
  isEncrypted: Flag;
  /** It has the folder that keeps it on this machine; null where none does. */
  folder: string | null;
  /** It says which bucket has it, too; null where none does. */
  bucket: string | null;
  /** It says in a sentence why it failed, or what went wrong after it was verified. */
  problem: string | null;
};

/** `beganAt` is null while nothing is wrong; `isTold` is about the present one, and `toldAt` is when any was told last. */
export type IncidentRow = { subject: IncidentSubject; beganAt: string | null; toldAt: string | null; isTold: Flag };

/** `value` is JSON. */
export type SettingRow = { key: string; value: string; updatedAt: string; updatedBy: string };
