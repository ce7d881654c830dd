import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { openClient } from './client.ts';

export async function longestDelayMs(store: Store, act: () => Promise<unknown>): Promise<number> {
  const visitor = openClient(store.url);
  let longestMs = 0;
  let isDone = false;
  const measuring = (async () => {
    while (!isDone) {
      const startedAt = performance.now();
      await visitor.get('/healthz');
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await wait(3);
    }
  })();
  await act().finally(() => {
    isDone = true;
  });
  await measuring;
  return longestMs;
}
