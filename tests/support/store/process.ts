import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type StoreProcess = {
  /** Stores that share a process have none of their own. */
  pid?: number | undefined;
  /** SIGTERM; throws unless it exits in time with code 0. */
  stop(): Promise<void>;
  kill(): Promise<void>;
};

export type StoreStart = {
  url: string;
  settings: Record<string, string>;
  folder: string;
  note(text: string): void;
  /** The store's program, where it is not this project's. */
  main?: string;
};

type Ending = { code: number | null; signal: NodeJS.Signals | null };

const MAIN = fileURLToPath(new URL('../../../src/server/main.mjs', import.meta.url));
/** Arguments and environment are those of the script `start`. */
const START_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=30'];
export const START_WORDS = [...START_FLAGS, MAIN];
export const START_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 240_000;

export async function startProcess({ url, settings, folder, note, main = MAIN }: StoreStart): Promise<StoreProcess> {
  let printed = '';
  let isOpen = false;
  const listen = (chunk: Buffer) => {
    printed = (printed + chunk.toString('utf8')).slice(-20_000);
    // Waits for the message, since another process may respond at this port.
    isOpen ||= /(?:aberta|preparada) em http/.test(printed);
    note(chunk.toString('utf8'));
  };
  // Its own folder keeps a developer's .env out.
  const child = spawn(process.execPath, [...START_FLAGS, main], {
    cwd: folder,
    env: { ...environmentOf(), ...START_ENVIRONMENT, ...settings },
  });
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = endingOf(child);
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);

  const text = (sentence: string) => new Error(`${sentence} It printed:\n${printed || '(nothing)'}`);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
    process.off('exit', killOnExit);
  };

  const outcome = await Promise.race([ready(url, () => isOpen), ended]);
  if (outcome === 'late') {
    await kill();
    throw text(`The store was not ready after ${START_TIMEOUT_MS / 1000} s.`);
  }
  if (outcome !== 'ready') throw text(`The store ended at the start, ${named(outcome)}.`);

  return {
    pid: child.pid,
    kill,
    async stop() {
      child.kill('SIGTERM');
      const ending = await Promise.race([ended, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      if (!ending) {
        await kill();
        throw text(`The store did not end within ${STOP_TIMEOUT_MS / 1000} s.`);
      }
      process.off('exit', killOnExit);
      if (ending.code !== 0) throw text(`The store did not end well, ${named(ending)}.`);
    },
  };
}

export function environmentOf(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '', TZ = '' } = process.env;
  return { PATH, ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }), ...(TZ && { TZ }) };
}

function endingOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // `close` comes after the last output, `exit` may not.
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

async function ready(url: string, isOpen: () => boolean): Promise<'ready' | 'late'> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (!isOpen()) {
      await wait(25);
      continue;
    }
    const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return 'ready';
    await wait(25);
  }
  return 'late';
}

function named({ code, signal }: Ending): string {
  return signal ? `by ${signal}` : `with exit code ${code}`;
}
