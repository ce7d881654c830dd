import type { BackupPlan, MadeBackup } from '#src/domain/backups/backup-keeper.ts';
import type { CheckedBackup, RestorePlan } from '#src/domain/backups/restore-keeper.ts';
import type { BackupStep } from '#src/wire/backups/backups.ts';
import type { RestoreStep } from '#src/wire/backups/restores.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';
import { isOutOfRoom } from '../shop/disk-space.ts';

export const BACKUP_JOB = 'src/server/commands/backup-job.mjs';

export type JobOrder =
  | { work: 'backup'; plan: BackupPlan }
  | { work: 'restore check'; plan: RestorePlan; workplace: string };

/** What the process of a backup, or of a check before a restore, tells that of the store. */
export type JobNews =
  | { kind: 'step'; step: BackupStep }
  | { kind: 'restore step'; step: RestoreStep }
  | { kind: 'made'; made: MadeBackup }
  | { kind: 'checked'; checked: CheckedBackup }
  | { kind: 'failed'; problem: string };

/** The owner reads it. */
export function problemOf(error: unknown): string {
  if (isSettingsError(error)) return error.message;
  const code = errorCode(error, 'erro');
  if (isOutOfRoom(error)) return 'O disco encheu durante o backup. O que ficou pela metade foi apagado.';
  if (/^(?:EACCES|EPERM|EROFS)/.test(code)) return `A loja não pode gravar na pasta dos backups (${code}).`;
  if (code.startsWith('FILES_'))
    return `O armazenamento dos arquivos da loja não respondeu como devia (${code.slice(6)}).`;
  return `O backup não deu certo (${code}). Nada da loja mudou.`;
}

export function restoreProblemOf(error: unknown): string {
  if (isSettingsError(error)) return error.message;
  const code = errorCode(error, 'erro');
  if (isOutOfRoom(error))
    return 'O disco encheu enquanto o backup era aberto. O que ficou pela metade foi apagado, e nada da loja mudou.';
  if (code.startsWith('SQLITE_IOERR'))
    return `O disco está cheio ou com defeito (${code}). O que ficou pela metade foi apagado, e nada da loja mudou.`;
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code))
    return 'O banco de dados deste backup está danificado. Nada da loja mudou.';
  return `O backup não pôde ser aberto (${code}). Nada da loja mudou.`;
}
