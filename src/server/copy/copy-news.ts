import type { CopyTrialPlan, TriedCopy } from '#src/domain/backups/copy-keeper.ts';
import type { CopyPlace } from '#src/domain/backups/restore-source.ts';
import type { CopyJob, CopyJobDone } from './copy-work.ts';
import type { CopyKey } from './sealing.ts';

/** What the store's process asks of that of the copy, and what it hears from it. */
export type CopyAsked =
  | { kind: 'key'; place: CopyPlace; passphrase: string }
  | { kind: 'job'; job: CopyJob }
  | { kind: 'trial'; plan: CopyTrialPlan };
export type CopyNews =
  | { kind: 'key'; key: CopyKey }
  | { kind: 'done'; done: CopyJobDone }
  | { kind: 'tried'; tried: TriedCopy }
  | { kind: 'failed'; problem: string };
