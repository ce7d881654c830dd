import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { extractArchive } from '../backup/archive.ts';

/** A backup is a folder, or a file that was downloaded, which is opened into a folder that is removed again. */
export async function withBackupFolder<Result>(
  path: string,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path) || !(await stat(path)).isFile()) return run(path);
  const place = await mkdtemp(join(tmpdir(), 'backup-'));
  try {
    const folder = join(place, 'backup');
    await extractArchive(path, folder, askPassphrase);
    return await run(folder);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** That of a terminal, or of the environment. */
export async function askPassphrase(): Promise<string> {
  const given = process.env['BACKUP_PASSPHRASE'];
  if (given) return given;
  if (!process.stdin.isTTY) {
    throw settingsError('Este backup é cifrado. Informe a senha dele em BACKUP_PASSPHRASE e repita o comando.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return terminal.question('Senha do backup: ').finally(() => terminal.close());
}
