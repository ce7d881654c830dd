import type { RestorePreview, RestoreState, SentArchive } from '#src/wire/backups/restores.ts';
import type { RestoreSource } from './restore-source.ts';

export type RestorePlan = { source: RestoreSource; passphrase: string | null };

/** The folder has the backup as it was checked. */
export type CheckedBackup = { folder: string; preview: RestorePreview };

/** One of both is called, once the shop is open again or cannot be. */
type Swap = { undo(): Promise<void>; keep(): Promise<void> };

export type RestoreKeeper = {
  current(): RestoreState;
  /** Keeps a file that was sent, one at a time. */
  receive(chunks: AsyncIterable<Uint8Array>, sizeBytes: number | null): Promise<SentArchive>;
  findSent(id: string): Extract<RestoreSource, { kind: 'file' }> | undefined;
  /** Looks for a continuous copy in a folder of this machine, which is the one of the backups. */
  findCopy(typed: string): Promise<{ folder: string } | { problem: string }>;
  /** Goes on in a process of its own, so that buyers do not wait; false while another one is under way. */
  check(plan: RestorePlan): boolean;
  /** What is to happen while the shop is closed; null where nothing was checked. */
  restoring(choice: { areKeysFree: boolean; actorId: string }): (() => Promise<Swap>) | null;
  /** Forgets what was sent and checked. */
  forget(): Promise<void>;
};
