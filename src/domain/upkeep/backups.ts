import { findLastBackupEntry, findLastEntry } from '#db/queries/audit/audit.ts';
import { findNewestBackup } from '#db/queries/backups/backups.ts';
import { findFirstSaleAt } from '#db/queries/upkeep/attention.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import { readBackupSettings } from '../backups/backup-settings.ts';
import { findNewestFailure } from '../backups/backups.ts';
import type { Shop } from '../shop.ts';

/** The shop's own nights and the commands note themselves in the trail; what became of a folder since, the shop cannot know. */
export type Backups = {
  madeAt: string | null;
  /** The newest backup that was verified had been made then. */
  verifiedOf: string | null;
  /** The shop's newest attempt failed, the folder or the bucket did not get it, or a file was left out. */
  failure: { at: string; reason: string; isMade: boolean } | null;
  /** None was made since one failed, or it is not where it should be. */
  hasFailed: boolean;
  /** The shop makes one each night, and the last one is missing. */
  isNightMissing: boolean;
  /** The newest is the shop's own and lies on its own machine alone. */
  isOnlyHere: boolean;
  /** The owner said that the newest was made outside of the shop. */
  isOutside: boolean;
};

export const BACKUP_DAYS = 7;

export async function readBackups(shop: Pick<Shop, 'db' | 'clock' | 'backups'>): Promise<Backups> {
  const { db } = shop;
  const [made, verified, refused, outside, own, failed, { isOn, place }] = await Promise.all([
    findLastBackupEntry(db, 'backup.create'),
    findLastBackupEntry(db, 'backup.verify'),
    findLastBackupEntry(db, 'backup.fail'),
    findLastEntry(db, 'backup', 'backup.told'),
    findNewestBackup(db, ['verified']),
    findNewestFailure(shop),
    readBackupSettings(shop),
  ]);
  const madeAt = made?.at ?? null;
  const isOutside = outside !== undefined && (madeAt === null || outside.at > madeAt);
  const isNewestOwn =
    own !== undefined && own.madeAt === verified?.entityId && made !== undefined && made.at <= verified.at;
  const isNightly = isOn && own !== undefined;
  const problem = own?.problem ? { at: own.startedAt, reason: own.problem, isMade: true } : null;
  const isMisplaced =
    problem !== null && ((place !== 'folder' && !own?.bucket) || (place !== 'bucket' && !own?.folder));
  return {
    madeAt: isOutside ? outside.at : madeAt,
    verifiedOf: isOutside ? outside.at : (verified?.entityId ?? null),
    failure: failed ? { ...failed, isMade: false } : problem,
    hasFailed: failed !== null || isMisplaced || (refused?.id ?? 0) > (made?.id ?? 0),
    isNightMissing: isNightly && shop.clock.now().getTime() - Date.parse(madeAt ?? own.startedAt) > NIGHT_IS_MISSING_MS,
    isOnlyHere: isNewestOwn && !isOutside && own.bucket === null,
    isOutside,
  };
}

export function failureText({ at, isMade }: NonNullable<Backups['failure']>): string {
  return `${formatDayTime(at)} ${isMade ? 'ficou incompleto' : 'não deu certo'}`;
}

/** The newest backup, without one the first sale; null for a shop that never sold, which has nothing to lose yet. */
export async function backupDueFrom(shop: Pick<Shop, 'db' | 'clock' | 'backups'>): Promise<string | null> {
  const { madeAt } = await readBackups(shop);
  return madeAt ?? (await findFirstSaleAt(shop.db));
}

const NIGHT_IS_MISSING_MS = 36 * HOUR_MS;

export function isFresh(madeAt: string | null, now: Date): boolean {
  return madeAt !== null && now.getTime() - Date.parse(madeAt) <= BACKUP_DAYS * DAY_MS;
}
