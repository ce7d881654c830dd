import type { ShownContinuousCopy } from '#src/wire/backups/backups.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { invalid, isRefusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { findAwayFolder, readBackupBucket, readBackupSettings, readPassphrase } from './backup-settings.ts';
import type { CopyPlan } from './copy-keeper.ts';
import { readCopyTrial } from './copy-trials.ts';

export async function copyContinuously(shop: Shop): Promise<void> {
  try {
    await shop.continuousCopy.follow(await readPlan(shop));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    shop.continuousCopy.fail(error.message);
  }
}

async function readPlan(shop: Shop): Promise<CopyPlan | null> {
  const settings = await readBackupSettings(shop);
  if (!settings.isContinuous || shop.backups.engine === 'server') return null;
  const away = settings.place === 'folder' ? await findAwayFolder(shop, settings) : null;
  if (away) throw invalid('folder', away);
  return {
    folder: shop.backups.folderOf(settings.folder),
    bucket: settings.place === 'folder' ? null : await readBackupBucket(shop, settings),
    passphrase: await readPassphrase(shop, settings),
    withKeyFile: settings.hasKeyFile,
  };
}

/** Of one that is switched on, also before it has begun. */
export async function showContinuousCopy(shop: Watched & Pick<Shop, 'db'>): Promise<ShownContinuousCopy> {
  const now = shop.clock.now();
  const { copiedAt, ...state } = shop.continuousCopy.state() ?? { ...BLANK, beganAt: now.toISOString() };
  const ageSeconds = copiedAt === null ? null : secondsSince(copiedAt, now);
  return { ...state, ageSeconds, trial: await readCopyTrial(shop) };
}

const BLANK = { copiedAt: null, sizeBytes: 0, problem: null };

type Watched = Pick<Shop, 'continuousCopy' | 'clock'>;

/** How many minutes the copy is late; null where it is not. */
export function findLateness({ continuousCopy, clock }: Watched): Lateness | null {
  const state = continuousCopy.state();
  if (!state) return null;
  const seconds = secondsSince(state.copiedAt ?? state.beganAt, clock.now());
  // The first snapshot of a large shop takes its time.
  const patience = state.copiedAt === null && state.problem === null ? FIRST_SECONDS : LATE_SECONDS;
  return seconds < patience ? null : { minutes: Math.floor(seconds / 60), problem: state.problem };
}

export type Lateness = { minutes: number; problem: string | null };

function secondsSince(at: string, now: Date): number {
  return Math.max(0, Math.round((now.getTime() - Date.parse(at)) / SECOND_MS));
}

const LATE_SECONDS = 120;
const FIRST_SECONDS = 3_600;
