import type { CopyPlace } from '#src/domain/backups/restore-source.ts';
import { PLAIN } from './copy-names.ts';
import type { CopyKey, PieceHeader } from './sealing.ts';

export type CopyJob = {
  place: CopyPlace;
  key: CopyKey;
  withKeyFile: boolean;
  snapshot: { header: PieceHeader; databaseFile: string } | null;
};

/** All that lies in the place then, and the names of the files among it. */
export type CopyJobDone = { sizeBytes: number; files: string[] };

/** What takes long, beside the pieces of the journal. */
export type CopyWork = {
  /** The key that the passphrase opens there; a new one where it opens none. */
  findKey(place: CopyPlace, passphrase: string): Promise<CopyKey>;
  run(job: CopyJob, stopping: AbortSignal): Promise<CopyJobDone>;
  /** Names of uploads and sold files on this machine. */
  listFiles(): Promise<string[]>;
};

export const PLAIN_KEY: CopyKey = { id: PLAIN, recipient: null };
