import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCopyBucket, type Settings } from '#src/config.ts';
import type { CopyPlace } from '#src/domain/backups/restore-source.ts';
import { CUT_SHORT } from '#src/wire/backups/restore-texts.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { askPassphrase } from '../commands/with-backup-folder.ts';
import { fetchContinuousCopy } from './fetch-copy.ts';

/** A folder that was named, the bucket of the environment, or the folder of the backups. */
export function placeOfCopy(settings: Settings, named: string | undefined): CopyPlace {
  const bucket = named === undefined ? readCopyBucket(settings) : null;
  return bucket
    ? { folder: null, bucket }
    : { folder: resolve(named ?? settings.BACKUPS_DIR ?? 'backups'), bucket: null };
}

/** The folder is that of a backup, and is removed again. */
export async function withFetchedCopy(place: CopyPlace, run: (folder: string) => Promise<string>): Promise<string> {
  const beside = await mkdtemp(join(tmpdir(), 'copy-'));
  try {
    const folder = join(beside, 'backup');
    const { reachedAt, isCutShort } = await fetchContinuousCopy(place, folder, askPassphrase);
    const until = `A cópia contínua chega até ${formatDayTime(reachedAt)} e ${secondsOf(reachedAt)} segundos.`;
    process.stdout.write(`${until}${isCutShort ? ` ${CUT_SHORT}` : ''}\n`);
    return await run(folder);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

function secondsOf(at: string): number {
  return new Date(at).getUTCSeconds();
}
