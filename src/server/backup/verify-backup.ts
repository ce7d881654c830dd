import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Examination, examineDatabase } from '#db/backup/backup.ts';
import { databasePath } from '#db/client.ts';
import { DATABASE, type Manifest } from './backup-files.ts';
import { restoreBackup } from './restore-backup.ts';
import { uploadsInFolder } from './stored-uploads.ts';

/** Restores it into a folder of its own below `beside`, which is removed again; throws what a restore would. */
export async function verifyBackup(
  folder: string,
  beside = tmpdir(),
): Promise<Examination & Pick<Manifest, 'createdAt'>> {
  const place = await mkdtemp(join(beside, '.verify-'));
  try {
    const databaseUrl = `file:${join(place, DATABASE)}`;
    const options = { mayOverwrite: false, areKeysFree: true, agree: async () => {} };
    const { createdAt } = await restoreBackup(
      folder,
      { databaseUrl, uploads: uploadsInFolder({ uploadsDir: join(place, 'uploads'), filesDir: join(place, 'files') }) },
      options,
    );
    return { ...examineDatabase(databasePath(databaseUrl)), createdAt };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
