import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, normalize } from 'node:path';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { isSettingsError } from '#src/wire/basics/settings-error.ts';
import { COPY_FOLDER, readPiece } from './copy-names.ts';
import { openCopyStore } from './copy-store.ts';

type FoundCopy = { folder: string } | { problem: string };

/** Takes the folder of the backups, or the one of the copy itself, as a person typed it. */
export async function findCopy(typed: string): Promise<FoundCopy> {
  if (!isAbsolute(typed)) return { problem: 'Informe o caminho inteiro da pasta neste servidor, como /mnt/backups.' };
  const named = normalize(`${typed}/`).slice(0, -1);
  const folder = basename(named) === basename(COPY_FOLDER) ? dirname(named) : named;
  try {
    if (!(await stat(folder)).isDirectory()) return { problem: `${folder} não é uma pasta.` };
    const pieces = await openCopyStore({ folder, bucket: null }).list();
    if (pieces.some(({ name }) => readPiece(name)?.kind === 'snapshot')) return { folder };
    return {
      problem: `Em ${folder} não há uma cópia contínua. É a pasta dos backups da loja, a que tem ${NAME} dentro.`,
    };
  } catch (error) {
    return { problem: problemOf(error, folder) };
  }
}

const NAME = basename(COPY_FOLDER);

function problemOf(error: unknown, folder: string): string {
  if (isSettingsError(error)) return error.message;
  const code = errorCode(error, 'erro');
  if (code === 'ENOENT' || code === 'ENOTDIR') return `A pasta ${folder} não existe neste servidor.`;
  return `A loja não pode ler ${folder} (${code}). Dê a ela permissão nessa pasta.`;
}
