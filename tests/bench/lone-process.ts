import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/store/free-port.ts';
import { START_ENVIRONMENT, START_WORDS } from '../support/store/process.ts';
import { ORDINARY } from '../support/store/store.ts';

/** A folder for a store; its first start there makes and seeds it. */
export async function makeFolder(port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'limit-'));
  const settings: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `file:${join(folder, 'store.sqlite')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    MAIL_DIR: join(folder, 'mail'),
    DEMO_DATA: 'true',
    ...ORDINARY,
    PAYMENT_PROVIDER: 'sandbox',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    UNPAID_PER_ADDRESS: '100000',
  };
  return { folder, settings, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The start that is measured finds the store seeded; `prepare` runs between it and the one that seeds. */
export async function startSeeded(prepare?: (file: string) => Promise<void>) {
  const port = await freePort();
  const { folder, settings, remove } = await makeFolder(port);
  const env = { ...START_ENVIRONMENT, ...settings };
  const start = () => startUntilPage([process.execPath, ...START_WORDS], { port, cwd: folder, env });
  await (await start()).stop();
  await prepare?.(join(folder, 'store.sqlite'));
  const { pid, stop } = await start();
  return {
    folder,
    url: `http://127.0.0.1:${port}`,
    pid,
    async stop() {
      await stop();
      await remove();
    },
  };
}

/** Starts a program in a process group of its own, and waits for its first page. */
export async function startUntilPage(command: string[], { port, cwd, env }: Where) {
  const startedAt = performance.now();
  const [program = '', ...words] = command;
  const child = spawn(program, words, { cwd, env, detached: true, stdio: 'ignore' });
  while (!(await isServed(port))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`);
    await wait(2);
  }
  return { ms: performance.now() - startedAt, pid: child.pid ?? 0, stop: () => stopGroup(child) };
}

type Where = { port: number; cwd: string; env: Record<string, string> };

function isServed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

async function stopGroup(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
}
