import { chmod, lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Settings } from '#src/config.ts';
import type { Log } from '#src/domain/shop.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';

export function makeFilesPrivately(): void {
  process.umask(OTHERS);
}

/** `database` is null where it is no file. */
export async function protectFiles(database: string | null, settings: Settings, log: Log): Promise<void> {
  // Windows inherits the permissions of folders.
  if (process.platform === 'win32') return;
  const exposed: string[] = [];
  if (database) for (const ending of DATABASE_ENDINGS) await protect(database + ending, exposed);
  for (const folder of [settings.UPLOADS_DIR, settings.FILES_DIR, settings.MAIL_DIR]) {
    const path = await realpath(folder).catch(() => undefined);
    // A mistaken setting must not change the code's or the whole disk's permissions.
    if (path && !`${process.cwd()}${sep}`.startsWith(path === sep ? sep : path + sep)) await protect(path, exposed);
  }
  if (database && (await isStoresOwn(database, settings))) await narrow(dirname(database), exposed);
  if (exposed.length > 0) log.warn({ files: exposed.length, first: exposed[0] }, EXPOSED);
}

const OTHERS = 0o077;
const STICKY = 0o1000;
const DATABASE_ENDINGS = ['', '-wal', '-shm', '-journal', '.lock', '.lock-journal', '.key'];
const EXPOSED =
  'other users of this machine may read files of the store, which belong to somebody else: make them its own, or run chmod -R go-rwx there as their owner';

export async function protect(path: string, exposed: string[]): Promise<void> {
  const isFolder = await narrow(path, exposed);
  if (!isFolder) return;
  const names = await readdir(path).catch(() => {
    exposed.push(path);
    return [];
  });
  for (const name of names) await protect(join(path, name), exposed);
}

/** Returns whether it is a folder of the store. Skips links and shared folders such as `/tmp`. */
async function narrow(path: string, exposed: string[]): Promise<boolean> {
  try {
    const found = await lstat(path);
    if ((!found.isFile() && !found.isDirectory()) || found.mode & STICKY) return false;
    if (found.mode & OTHERS) await chmod(path, found.mode & 0o700);
    return found.isDirectory();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') exposed.push(path);
    return false;
  }
}

async function isStoresOwn(database: string, { UPLOADS_DIR, FILES_DIR, MAIL_DIR }: Settings): Promise<boolean> {
  const own = ['backups', basename(UPLOADS_DIR), basename(FILES_DIR), basename(MAIL_DIR)];
  const names = await readdir(dirname(database)).catch((): string[] => [database]);
  return names.every((name) => name.startsWith(basename(database)) || own.includes(name));
}
