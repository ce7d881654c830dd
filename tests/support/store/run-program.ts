import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** All calls stay on this machine, so a proxy would only get in the way. */
const NO_PROXIES = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'all_proxy', 'node_use_env_proxy'].flatMap((name) => [
    [name, undefined],
    [name.toUpperCase(), undefined],
  ]),
);

/** Prefixes each output line. Returns the exit code; a signal counts as failure. */
export function runProgram(program: string[], environment: Record<string, string>, mark: string): Promise<number> {
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  const env = { ...process.env, ...NO_PROXIES, ...environment };
  const child = spawn(process.execPath, program, { cwd, stdio: ['inherit', 'pipe', 'pipe'], env });
  printLines(child.stdout, mark);
  printLines(child.stderr, mark);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function printLines(stream: Readable, mark: string): void {
  createInterface({ input: stream }).on('line', (line) => console.log(`${mark}${line}`));
}
