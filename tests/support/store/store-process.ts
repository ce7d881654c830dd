import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Store } from './store.ts';

export async function pidOf(store: Store): Promise<string> {
  const own = store.pid();
  if (own !== undefined) return String(own);
  const port = `PORT=${new URL(store.url).port}`;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('src/server/main.mjs') && environment.split('\0').includes(port)) return pid;
  }
  throw new Error('The process of the store was not found.');
}

/** Limits the file size of the process, as a full disk does; null removes the limit. */
export async function limitFiles(store: Store, bytes: number | null): Promise<void> {
  const limit = bytes === null ? 'unlimited' : String(bytes);
  await promisify(execFile)('prlimit', ['--pid', await pidOf(store), `--fsize=${limit}:`]);
}
