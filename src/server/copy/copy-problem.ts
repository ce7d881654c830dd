import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';
import { isOutOfRoom } from '../shop/disk-space.ts';

/** The owner reads it. */
export function copyProblem(error: unknown): string {
  if (isSettingsError(error)) return error.message;
  const code = errorCode(error, 'erro');
  if (isOutOfRoom(error)) return 'O disco da cópia contínua encheu.';
  if (/^(?:EACCES|EPERM|EROFS)/.test(code)) return `A loja não pode gravar na pasta da cópia contínua (${code}).`;
  return `A cópia contínua não pôde ser gravada (${code}).`;
}
