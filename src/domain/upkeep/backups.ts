import { findLastBackupEntry } from '#db/queries/audit/audit.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';

/** `npm run backup` and `backup:verify` note themselves in the trail; what became of the files since, the shop cannot know. */
export type Backups = {
  madeAt: string | null;
  /** The newest backup that was verified had been made then. */
  verifiedOf: string | null;
};

export const BACKUP_DAYS = 7;

export async function readBackups({ db }: Pick<Shop, 'db'>): Promise<Backups> {
  const [made, verified] = await Promise.all([
    findLastBackupEntry(db, 'backup.create'),
    findLastBackupEntry(db, 'backup.verify'),
  ]);
  return { madeAt: made?.at ?? null, verifiedOf: verified?.entityId ?? null };
}

export function isFresh(madeAt: string | null, now: Date): boolean {
  return madeAt !== null && now.getTime() - Date.parse(madeAt) <= BACKUP_DAYS * DAY_MS;
}
