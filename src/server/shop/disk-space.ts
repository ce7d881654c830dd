import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databasePath, isFileUrl } from '#db/client.ts';
import type { Settings } from '#src/config.ts';
import type { Disk, DiskSpace } from '#src/domain/upkeep/disk.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';

export function openDisk({ DATABASE_URL, UPLOADS_DIR, FILES_DIR, bucket }: Settings): Disk {
  const database = isFileUrl(DATABASE_URL) ? databasePath(DATABASE_URL) : null;
  const folders = [...(database ? [dirname(database)] : []), ...(bucket ? [] : [UPLOADS_DIR, FILES_DIR])];
  return {
    async readSpace() {
      const spaces = await Promise.all(folders.map(spaceOf));
      const known = spaces.flatMap((space) => space ?? []);
      return known.toSorted((one, other) => shareOf(one) - shareOf(other))[0] ?? null;
    },
  };
}

/** Returns null for a folder that is not there yet, and for file systems that do not say. */
export async function spaceOf(folder: string): Promise<DiskSpace | null> {
  const stats = await statfs(folder).catch(() => null);
  if (!stats || stats.blocks === 0) return null;
  return { freeBytes: stats.bavail * stats.bsize, totalBytes: stats.blocks * stats.bsize };
}

/** A quota and a limit of the process count as a full disk, too. */
export function isOutOfRoom(error: unknown): boolean {
  return /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/.test(errorCode(error));
}

function shareOf({ freeBytes, totalBytes }: DiskSpace): number {
  return freeBytes / totalBytes;
}
