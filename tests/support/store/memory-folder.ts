import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'loja-tests-';
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * The run's temporary files stay in memory that the machine can spare: hundreds of databases are laid and dropped, and
 * a slow disk makes that most of the time. Nothing tests a loss of power, so nothing is less real there.
 */
export async function keepTemporaryFilesInMemory(): Promise<void> {
  if (process.platform !== 'linux' || process.env['TMPDIR']) return;
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  // Chromium and the stores need as much again.
  if (bavail * bsize < NEEDED_BYTES || process.availableMemory() < 2 * NEEDED_BYTES) return;
  await removeLeftovers();
  const folder = await mkdtemp(join(MEMORY, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as somebody else where this is the root user.
  await chmod(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  if (await mayRunPrograms(folder)) process.env['TMPDIR'] = folder;
}

/** Runs that were killed leave them. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(MEMORY)).filter((name) => name.startsWith(PREFIX));
  const left = names.filter((name) => !isRunning(Number.parseInt(name.slice(PREFIX.length), 10)));
  await Promise.all(left.map((name) => rm(join(MEMORY, name), { recursive: true, force: true })));
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

async function mayRunPrograms(folder: string): Promise<boolean> {
  const program = join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
