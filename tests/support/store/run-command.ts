import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { obeyBackup } from '#src/server/commands/backup-command.ts';
import { readOwnSettings } from '#src/server/opening/own-settings.ts';

export type CommandEnding = { code: number | null; stdout: string; stderr: string };

type Where = { folder: string; settings: Record<string, string> };

/** The same command without its process, which takes four times as long as most of what it does. */
export async function obeyBackupCommand(
  words: string[],
  { settings }: Pick<Where, 'settings'>,
): Promise<CommandEnding> {
  let stdout = '';
  const problem = await obeyBackup(
    words,
    () => readOwnSettings(settings),
    (text) => {
      stdout += text;
    },
  );
  return { code: problem === null ? 0 : 1, stdout, stderr: problem ?? '' };
}

/** The command has these settings only, and no terminal. */
export function runBackupCommand(words: string[], where: Where): Promise<CommandEnding> {
  return runCommand('backup.mjs', words, where);
}

export async function runCommand(
  program: string,
  words: string[],
  { folder, settings }: Where,
): Promise<CommandEnding> {
  const command = fileURLToPath(new URL(`../../../src/server/commands/${program}`, import.meta.url));
  const env = { PATH: process.env['PATH'] ?? '', ...settings };
  const child = spawn(process.execPath, [command, ...words], { cwd: folder, env, timeout: 240_000 });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { code, stdout, stderr };
}
