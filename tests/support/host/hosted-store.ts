import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf, START_ENVIRONMENT, type StoreProcess, type StoreStart } from '../store/process.ts';

export type HostRequest = { kind: 'open' | 'stop'; id: number; settings: Record<string, string> };
export type HostAnswer =
  | { kind: 'printed'; id: number | undefined; text: string }
  | { kind: 'done'; id: number }
  | { kind: 'failed'; id: number; reason: string };

type Hosted = { note(text: string): void; settle: PromiseWithResolvers<void> };
type Host = { child: ChildProcess; hosted: Map<number, Hosted> };

const HOST = fileURLToPath(new URL('store-host.ts', import.meta.url));
let host: Host | undefined;
let lastId = 0;

/** A store in the one process that this worker's stores share. */
export async function startHosted({ settings, note }: StoreStart): Promise<StoreProcess> {
  host ??= startHost();
  const { child, hosted } = host;
  lastId += 1;
  const id = lastId;
  let printed = '';
  const store: Hosted = {
    note(text) {
      printed = (printed + text).slice(-20_000);
      note(text);
    },
    settle: Promise.withResolvers(),
  };
  hosted.set(id, store);
  const ask = async (kind: HostRequest['kind']) => {
    store.settle = Promise.withResolvers();
    child.channel?.ref();
    child.send({ kind, id, settings: { ...environmentOf(), ...settings } });
    try {
      await store.settle.promise;
    } catch (error) {
      throw new Error(`The store could not ${kind}. ${String(error)} It printed:\n${printed || '(nothing)'}`);
    } finally {
      child.channel?.unref();
    }
  };
  await ask('open');
  return {
    async stop() {
      await ask('stop');
      hosted.delete(id);
    },
    kill() {
      throw new Error('A store that shares its process cannot be killed: start it with startStoreProcess.');
    },
  };
}

function startHost(): Host {
  const hosted = new Map<number, Hosted>();
  // Its own folder keeps a developer's .env out.
  const cwd = mkdtempSync(join(tmpdir(), 'host-'));
  const child = fork(HOST, {
    cwd,
    env: { ...environmentOf(), ...START_ENVIRONMENT, NODE_ENV: 'production' },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message: HostAnswer) => {
    if (message.kind === 'printed') {
      for (const [id, { note }] of hosted) if (message.id === undefined || message.id === id) note(message.text);
      return;
    }
    const settle = hosted.get(message.id)?.settle;
    if (message.kind === 'done') settle?.resolve();
    else settle?.reject(new Error(message.reason));
  });
  child.once('exit', (code, signal) => {
    host = undefined;
    for (const { settle } of hosted.values()) settle.reject(new Error(`Its process ended (${signal ?? code}).`));
  });
  child.unref();
  child.channel?.unref();
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(cwd, { recursive: true, force: true });
  });
  return { child, hosted };
}
