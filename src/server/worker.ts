import { setTimeout as wait } from 'node:timers/promises';
import { deleteExpiredSessions } from '#db/queries/sessions.ts';
import { serveWaitingEverywhere } from '#src/domain/key-delivery.ts';
import { deliverDueMail } from '#src/domain/outbox.ts';
import { settleDuePayments } from '#src/domain/reconciliation.ts';
import type { Shop } from '#src/domain/shop.ts';

export type Worker = {
  /** Finishes the round that is under way, and starts no other. */
  close(): Promise<void>;
};

/** Looks after what nobody waits for: open payments, the two-hour rule, the outbox, sessions that ran out. */
export function startWorker(shop: Shop): Worker {
  const stopping = new AbortController();
  let isCalled = false;
  let wake = () => {};
  const unsubscribe = shop.events.subscribe('outbox', () => {
    isCalled = true;
    wake();
  });
  const rest = async () => {
    const called = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const nap = new AbortController();
    const signal = AbortSignal.any([stopping.signal, nap.signal]);
    if (!isCalled) await Promise.race([called, wait(ROUND_MS, undefined, { signal }).catch(() => {})]);
    nap.abort();
    isCalled = false;
  };
  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      for (const [name, job] of JOBS) await runJob(shop, name, job);
      await rest();
    }
  })();
  return {
    async close() {
      unsubscribe();
      stopping.abort();
      await rounds;
    },
  };
}

const ROUND_MS = 5_000;

const JOBS: [name: string, job: (shop: Shop) => Promise<unknown>][] = [
  ['keys', serveWaitingEverywhere],
  ['mail', deliverDueMail],
  ['payments', settleDuePayments],
  ['sessions', (shop) => deleteExpiredSessions(shop.db, Math.floor(shop.clock.now().getTime() / 1000))],
];

/** One job that fails keeps neither the others nor its own next round from running. */
async function runJob(shop: Shop, name: string, job: (shop: Shop) => Promise<unknown>): Promise<void> {
  try {
    await job(shop);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    shop.log.error({ job: name, code }, 'a background job failed and will run again');
  }
}
