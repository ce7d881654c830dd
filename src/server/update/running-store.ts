import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listServing } from '../build/switch.mjs';

const run = promisify(execFile);
const UNIT = 'corte-final';
const LOOK_EVERY_MS = 100;
/** The store finishes what is under way within 10 s. */
const STOP_MS = 20_000;

/** Whether systemd starts the store again by itself when it ends, so that nobody needs root to restart it. */
export async function isRestartedBySystemd(root: string, serving: readonly number[]): Promise<boolean> {
  const words = ['show', UNIT, '--property=MainPID,Restart,ActiveState,WorkingDirectory'];
  const printed = await run('systemctl', words).then(
    ({ stdout }) => stdout,
    () => '',
  );
  const facts = new Map(printed.split('\n').map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
  const isOurs =
    existsSync(facts.get('WorkingDirectory') ?? '') &&
    realpathSync(facts.get('WorkingDirectory') ?? '') === realpathSync(root);
  if (!isOurs || facts.get('Restart') !== 'always') return false;
  if (serving.length === 0) return facts.get('ActiveState') === 'activating';
  return serving.every((pid) => String(pid) === facts.get('MainPID'));
}

/** Ends what serves this folder's code; one that does not listen is killed. */
export async function endServing(root: string): Promise<void> {
  const serving = listServing(root);
  for (const pid of serving) signal(pid, 'SIGTERM');
  for (const until = Date.now() + STOP_MS; Date.now() < until; await wait(LOOK_EVERY_MS)) {
    if (!serving.some((pid) => listServing(root).includes(pid))) return;
  }
  for (const pid of serving) signal(pid, 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
