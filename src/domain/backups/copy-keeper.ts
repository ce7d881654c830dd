import type { BackupBucket } from './restore-source.ts';

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

/** The journal of the database's file, sent piece by piece. Does nothing on a server, whose provider has its own way. */
export type ContinuousCopy = {
  everyMs: number;
  /** Sends what was committed since; null ends the copy. It throws nothing: `state` says what went wrong. */
  follow(plan: CopyPlan | null): Promise<void>;
  /** The owner's settings cannot be read. */
  fail(problem: string): void;
  /** Null while it is off. */
  state(): CopyState | null;
  /** Sends the rest, so that the next start goes on where this one ends. */
  close(): Promise<void>;
};
