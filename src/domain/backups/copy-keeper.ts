import type { BackupBucket, CopyPlace } from './restore-source.ts';

/** Where the copy goes; a bucket wins, since a folder may be of the same machine. */
export type CopyPlan = {
  folder: string;
  bucket: BackupBucket | null;
  passphrase: string | null;
  withKeyFile: boolean;
};

export type CopyState = {
  /** Until then everything is in the copy; null while the first snapshot is on its way. */
  copiedAt: string | null;
  beganAt: string;
  sizeBytes: number;
  /** Why it does not go on. */
  problem: string | null;
};

/** What is made for it lies below the workplace, and is removed again. */
export type CopyTrialPlan = { place: CopyPlace; passphrase: string | null; workplace: string };

/** What came back of the database, whole. */
export type TriedCopy = { reachedAt: string; isCutShort: boolean; lastOrderAt: string | null };

/** The journal of the database's file, sent piece by piece. Does nothing on a server, whose provider has its own way. */
export type ContinuousCopy = {
  everyMs: number;
  /** Sends what was committed since; null ends the copy. It throws nothing: `state` says what went wrong. */
  follow(plan: CopyPlan | null): Promise<void>;
  /** The owner's settings cannot be read. */
  fail(problem: string): void;
  /** Restores the newest of it elsewhere, in a process of its own. */
  tryOut(plan: CopyTrialPlan, stopping: AbortSignal): Promise<TriedCopy | { failed: string }>;
  /** Null while it is off. */
  state(): CopyState | null;
  /** Sends the rest, so that the next start goes on where this one ends. */
  close(): Promise<void>;
};
