import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../src/server/backup.mjs', import.meta.url));

export type CommandEnding = { code: number | null; stdout: string; stderr: string };

/** With these settings only, and without a terminal. */
export async function runBackupCommand(
  words: string[],
  { folder, settings }: { folder: string; settings: Record<string, string> },
): Promise<CommandEnding> {
  const env = { PATH: process.env['PATH'] ?? '', ...settings };
  const child = spawn(process.execPath, [COMMAND, ...words], { cwd: folder, env, timeout: 80_000 });
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
