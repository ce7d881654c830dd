import type { MadeBackup } from '#src/domain/backups/backup-keeper.ts';
import type { BackupStep } from '#src/wire/backups/backups.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';

/** What the process of a backup tells that of the store. */
export type BackupNews =
  | { kind: 'step'; step: BackupStep }
  | { kind: 'made'; made: MadeBackup }
  | { kind: 'failed'; problem: string };

/** The owner reads it. */
export function problemOf(error: unknown): string {
  if (isSettingsError(error)) return error.message;
  const code = errorCode(error, 'erro');
  if (/^(?:SQLITE_FULL|ENOSPC|EDQUOT)/.test(code))
    return 'O disco encheu durante o backup. O que ficou pela metade foi apagado.';
  if (/^(?:EACCES|EPERM|EROFS)/.test(code)) return `A loja não pode gravar na pasta dos backups (${code}).`;
  if (code.startsWith('FILES_'))
    return `O armazenamento dos arquivos da loja não respondeu como devia (${code.slice(6)}).`;
  return `O backup não deu certo (${code}). Nada da loja mudou.`;
}
