import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../store/free-port.ts';
import { findOfficialDocument } from './document-files.ts';
import { openRecorder, type Violation } from './recorder.ts';

/** Fails where `find` no longer matches, because the bank has then corrected its document. */
export type Patch = { why: string; find: RegExp; replace: string };

/** Everything sent through `url` is validated by the document, both ways. */
export type WatchedBank = {
  url: string;
  violations: Violation[];
  /** Each as `GET /v1/orders/{id} 200`. */
  calls: string[];
  close(): Promise<void>;
};

const PRISM = fileURLToPath(new URL('../../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));

export function hasOfficialDocument(name: string): boolean {
  const isThere = findOfficialDocument(name) !== undefined;
  if (!isThere)
    console.warn(`${name} is not here: the tests that need it are skipped. npm run contracts:fetch brings it.`);
  return isThere;
}

/** Starts Prism with the patched document in front of `upstream`, in about two seconds. */
export async function watchBank(name: string, patches: Patch[], upstream: string): Promise<WatchedBank> {
  const document = findOfficialDocument(name);
  if (!document) throw new Error(`${name} is not here.`);
  return watchCalls(name, applyPatches(await readFile(document, 'utf8'), patches), upstream);
}

/** Starts Prism with an OpenAPI document in front of `upstream`. */
export async function watchCalls(name: string, text: string, upstream: string): Promise<WatchedBank> {
  const folder = await mkdtemp(join(tmpdir(), 'official-document-'));
  const file = join(folder, name);
  await writeFile(file, text);
  const port = await freePort();
  const prism = startPrism(file, port, upstream);
  await untilReady(prism, port);
  const recorder = await openRecorder(`http://127.0.0.1:${port}`);
  return {
    url: recorder.url,
    violations: recorder.violations,
    calls: recorder.calls,
    async close() {
      await recorder.close();
      await stop(prism.process);
      await rm(folder, { recursive: true });
    },
  };
}

function applyPatches(text: string, patches: Patch[]): string {
  return patches.reduce((patched, { why, find, replace }) => {
    const next = patched.replace(find, replace);
    if (next === patched) throw new Error(`The document no longer has this defect: ${why}`);
    return next;
  }, text);
}

type Prism = { process: ChildProcess; output: string[] };

/** Runs the JS file, not its wrapper in `.bin`, so that ending the process ends the server. */
function startPrism(file: string, port: number, upstream: string): Prism {
  const options = ['proxy', '--errors', '--host', '127.0.0.1', '--port', String(port), file, upstream];
  const child = spawn(process.execPath, [PRISM, ...options], {
    env: { ...process.env, SCARF_ANALYTICS: 'false', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.push(text);
      if (output.length > 200) output.shift();
    });
  }
  return { process: child, output };
}

async function untilReady({ process: child, output }: Prism, port: number): Promise<void> {
  const waitUntil = Date.now() + 120_000;
  while (Date.now() < waitUntil) {
    if (child.exitCode !== null) throw new Error(`Prism ended with ${child.exitCode}:\n${output.join('')}`);
    if (await responds(port)) return;
    await wait(100);
  }
  await stop(child);
  throw new Error(`Prism was not ready in time:\n${output.join('')}`);
}

/** Prism listens only after reading the document. */
async function responds(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(2_000) });
    return true;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const isEnded = await Promise.race([ended.then(() => true), wait(3_000, false, { ref: false })]);
  if (!isEnded) child.kill('SIGKILL');
  await ended;
}
