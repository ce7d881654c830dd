import { setTimeout as wait } from 'node:timers/promises';
import { deleteExpiredSessions } from '#db/queries/sessions.ts';
import { compareWithBank } from '#src/domain/comparison.ts';
import { errorCode } from '#src/domain/error-code.ts';
import { nextTurn } from '#src/domain/exports.ts';
import { serveWaitingEverywhere } from '#src/domain/key-delivery.ts';
import { forgetOldNotices, workOffNotices } from '#src/domain/notices.ts';
import { deliverDueMail } from '#src/domain/outbox.ts';
import { settleDuePayments } from '#src/domain/reconciliation.ts';
import type { Shop } from '#src/domain/shop.ts';
import { removeUnusedUploads } from '#src/domain/uploads.ts';

export type Worker = {
  /** Finishes the round that is under way, and starts no other. */
  close(): Promise<void>;
};

/** Looks after what nobody waits for: open payments, the two-hour rule, the outbox, old sessions and files. */
export function startWorker(shop: Shop): Worker {
  const stopping = new AbortController();
  const loops = JOBS.map((job) => repeat(shop, job, stopping.signal));
  return {
    async close() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

type Job = {
  name: string;
  run(shop: Shop): Promise<unknown>;
  everyMs: number;
  /** What calls it before its time. */
  topic?: string;
};

/** Each job goes its own way: a bank that takes its time keeps no mail waiting. */
async function repeat(shop: Shop, job: Job, stopping: AbortSignal): Promise<void> {
  let isCalled = false;
  let wake = () => {};
  const unsubscribe = shop.events.subscribe(job.topic ?? `job:${job.name}`, () => {
    isCalled = true;
    wake();
  });
  while (!stopping.aborted) {
    await runJob(shop, job);
    const called = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const nap = new AbortController();
    const signal = AbortSignal.any([stopping, nap.signal]);
    if (!isCalled) await Promise.race([called, wait(job.everyMs, undefined, { signal }).catch(() => {})]);
    else await nextTurn();
    nap.abort();
    isCalled = false;
  }
  unsubscribe();
}

const SECOND = 1_000;

const JOBS: Job[] = [
  { name: 'mail', run: deliverDueMail, everyMs: 5 * SECOND, topic: 'outbox' },
  { name: 'keys', run: serveWaitingEverywhere, everyMs: 5 * SECOND },
  { name: 'notices', run: workOffNotices, everyMs: 5 * SECOND, topic: 'inbox' },
  { name: 'old notices', run: forgetOldNotices, everyMs: 60 * 60 * SECOND },
  { name: 'payments', run: settleDuePayments, everyMs: 5 * SECOND },
  { name: 'comparison', run: compareWithBank, everyMs: 15 * 60 * SECOND },
  {
    name: 'sessions',
    run: (shop) => deleteExpiredSessions(shop.db, Math.floor(shop.clock.now().getTime() / 1000)),
    everyMs: 60 * SECOND,
  },
  { name: 'uploads', run: removeUnusedUploads, everyMs: 60 * 60 * SECOND },
];

/** One job that fails keeps neither the others nor its own next round from running. */
async function runJob(shop: Shop, { name, run }: Job): Promise<void> {
  try {
    await run(shop);
  } catch (error) {
    shop.log.error({ job: name, code: errorCode(error) }, 'a background job failed and will run again');
  }
}
