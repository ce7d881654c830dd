import { AsyncLocalStorage } from 'node:async_hooks';
import { enableOwnCompileCache } from '../../../src/server/build/compile-cache.mjs';
import type { openStore, readOwnSettings } from '../../../src/server/serve.ts';
import type { HostAnswer, HostRequest } from './hosted-store.ts';

/** Serves many stores in one process: a store is opened in a tenth of what a process takes, and its code is warm. */
enableOwnCompileCache();
const built: { openStore: typeof openStore; readOwnSettings: typeof readOwnSettings } = await import(
  new URL('../../../dist/server/store.mjs', import.meta.url).href
);
const stops = new Map<number, () => Promise<void>>();
const printing = new AsyncLocalStorage<number>();

const answer = (message: HostAnswer) => process.send?.(message);

process.stdout.write = (chunk: string | Uint8Array) => {
  answer({ kind: 'printed', id: printing.getStore(), text: String(chunk) });
  return true;
};

process.on('message', ({ kind, id, settings }: HostRequest) => {
  const done = kind === 'open' ? printing.run(id, () => open(id, settings)) : stop(id);
  done.then(
    () => answer({ kind: 'done', id }),
    (error: unknown) => answer({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));

async function open(id: number, settings: Record<string, string>): Promise<void> {
  const store = await built.openStore({
    readServed: () => built.readOwnSettings(settings),
    keepSettings: () => undefined,
    dropSettings: () => undefined,
    giveUp: (error) => process.stdout.write(`The store gave up: ${String(error)}\n`),
  });
  stops.set(id, store.stop);
  await store.listen();
}

async function stop(id: number): Promise<void> {
  await stops.get(id)?.();
  stops.delete(id);
}
