import { setTimeout as wait } from 'node:timers/promises';

type Waiting = { withinMs: number; isOver?: () => boolean };

const ASK_EVERY_MS = 250;
const ANSWER_MS = 5_000;

export async function waitForReady(url: string, { withinMs, isOver = () => false }: Waiting): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until && !isOver(); await wait(ASK_EVERY_MS)) {
    if (await isReady(url)) return true;
  }
  return false;
}

export function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
