import { existsSync } from 'node:fs';
import { link, rename, rm, stat } from 'node:fs/promises';
import { copyDatabase, databasePath, isFileUrl } from '#db/client.ts';
import { auditCommand } from '#db/command-audit.ts';
import type { Settings } from '#src/config.ts';
import type { Change } from '#src/domain/upkeep/reopening.ts';
import { trailKeyReader } from '../audit/trail-key-reader.ts';
import { copyFile } from './backup-files.ts';
import { restoreBackup } from './restore-backup.ts';
import { withStoredUploads } from './stored-uploads.ts';

type Options = { areKeysFree: boolean; actorId: string };

/** The shop is closed meanwhile. What it had stays beside it until the restored one is open. */
export async function restoreInPlace(settings: Settings, folder: string, options: Options): Promise<Change> {
  const databaseUrl = settings.DATABASE_URL;
  const { undo, keep } = await keepFormer(databasePath(databaseUrl));
  try {
    await withStoredUploads(settings, (uploads) =>
      restoreBackup(folder, { databaseUrl, uploads }, { ...options, mayOverwrite: true, agree: async () => undefined }),
    );
    await auditCommand(databaseUrl, 'backup.restore', trailKeyReader(settings), { actorId: options.actorId });
  } catch (error) {
    await undo();
    throw error;
  }
  return { undo, keep };
}

/** A process that was killed between both may have left it. */
export async function forgetFormer({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): Promise<void> {
  if (!isFileUrl(DATABASE_URL)) return;
  for (const path of pathsOf(databasePath(DATABASE_URL))) await rm(formerOf(path), { force: true });
}

async function keepFormer(database: string): Promise<Change> {
  const paths = pathsOf(database).filter((path) => existsSync(path));
  const forget = async () => {
    for (const path of paths) await rm(formerOf(path), { force: true });
  };
  await forget();
  try {
    for (const path of paths) {
      if (path === database && (await hasJournal(database))) await copyDatabase(database, formerOf(database));
      else await linkOrCopy(path, formerOf(path));
    }
  } catch (error) {
    await forget();
    throw error;
  }
  return {
    async undo() {
      for (const ending of ['-wal', '-shm', '-journal']) await rm(database + ending, { force: true });
      for (const path of paths) await rename(formerOf(path), path);
      // Two names of one file stay two names.
      await forget();
    },
    keep: forget,
  };
}

function pathsOf(database: string): string[] {
  return [`${database}.key`, database];
}

function formerOf(path: string): string {
  return `${path}.replaced`;
}

/** Another program that reads the file keeps its journal from being written back. */
async function hasJournal(database: string): Promise<boolean> {
  return existsSync(`${database}-wal`) && (await stat(`${database}-wal`)).size > 0;
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
