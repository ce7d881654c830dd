import { dirname, resolve } from 'node:path';
import { auditCommand, type Command } from '#db/command-audit.ts';
import type { Settings } from '#src/config.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { trailKeyReader } from '../audit/trail-key-reader.ts';
import { protect } from '../private-files.ts';
import type { SecretPlace } from '../shop/open-encryption.ts';
import { leftOutSentence, makeBackup } from './make-backup.ts';
import { withStoredUploads } from './stored-uploads.ts';

type Made = {
  target: string;
  files: number;
  /** What was left out, or the trail could not note, or nothing. */
  noted: string;
};

/** Without a folder it goes where the owner's backups are, named by the time. */
export async function backUpByCommand(settings: Settings, folder?: string): Promise<Made> {
  const { DATABASE_URL: databaseUrl, backupsFolder } = settings;
  const named = `${backupsFolder}/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const target = resolve(folder ?? named);
  const making = withStoredUploads(settings, (uploads) => makeBackup({ databaseUrl, uploads }, target));
  const { files, leftOut } = await making.catch(async (error: unknown) => {
    await noteInTrail(settings, 'backup.fail');
    throw error;
  });
  if (!folder) await protect(dirname(target), []);
  const left = leftOutSentence(leftOut);
  const noted = `${left && ` ${left}`}${await noteInTrail(settings, 'backup.create')}`;
  return { target, files: files.length, noted };
}

export async function noteInTrail(settings: SecretPlace, command: Command, about?: string): Promise<string> {
  try {
    await auditCommand(settings.DATABASE_URL, command, trailKeyReader(settings), { entityId: about });
    return '';
  } catch (error) {
    return ` A auditoria da loja não pôde anotar isto (${errorCode(error, 'erro')}).`;
  }
}
