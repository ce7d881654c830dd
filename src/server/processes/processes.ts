import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { openLeaderConnection } from '#db/engines/leader-election.ts';
import { fencedDatabase, type Leadership } from '#db/engines/leadership.ts';
import type { PostgresServer } from '#db/engines/postgres.ts';
import { newestMigration } from '#db/migrate.ts';
import {
  deleteExpiredLimits,
  deleteInstance,
  deleteInstancesUnseen,
  listInstances,
  recordInstance,
} from '#db/queries/instances.ts';
import { sendNotification } from '#db/queries/mail/notifications.ts';
import { findCatalogVersion } from '#db/queries/products/products.ts';
import type { Database } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import type { Events } from '#src/domain/events.ts';
import { CATALOG_CHANGED, SETTINGS_CHANGED } from '#src/domain/events.ts';
import { BANK_CHANGED } from '#src/domain/payments/live-banks.ts';
import type { Log } from '#src/domain/shop.ts';
import type { Processes, ShopProcess } from '#src/domain/upkeep/processes.ts';
import { MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { readRelease } from '../read-release.ts';
import { openEvents } from '../shop/events.ts';
import { openSharedEvents } from './shared-events.ts';

export type OpenProcesses = Processes & {
  events: Events;
  /** Runs the jobs of the one leading process, each time that it is this one; they use `db` and no other. */
  whileLeading(run: RunJobs): void;
  close(): Promise<void>;
};

type RunJobs = (leading: { ended: AbortSignal; db: Database }) => void;

export async function openOnlyProcess(db: Database): Promise<OpenProcesses> {
  const self = await describeSelf();
  const ending = new AbortController();
  return {
    events: openEvents(),
    whileLeading: (run) => run({ ended: ending.signal, db }),
    list: async () => [{ ...self, seenAt: new Date().toISOString(), isLeader: true, hasWorker: true }],
    term: () => 1,
    close: async () => ending.abort(),
  };
}

type Parts = {
  db: Database;
  postgres: PostgresServer;
  hasWorker: boolean;
  /** The schema has gone beyond its code, which must do no more jobs. */
  isOutdated(): boolean;
  log: Log;
  beatMs?: number;
};

export async function openProcesses(parts: Parts): Promise<OpenProcesses> {
  const { db, postgres, hasWorker, isOutdated, log, beatMs = BEAT_MS } = parts;
  const self = await describeSelf();
  const events = openSharedEvents({
    instanceId: self.id,
    send: (message) => sendNotification(db, message),
    isLocal: (topic) => topic === 'closing' || topic.startsWith('job:') || (hasWorker && OWN_JOBS.has(topic)),
    log,
  });
  let runJobs: RunJobs | undefined;
  let leading: Leadership | undefined;
  const lead = (leadership: Leadership) => runJobs?.({ ended: leadership.ended, db: fencedDatabase(db, leadership) });
  const connection = await openLeaderConnection({
    connect: postgres.openClient,
    holder: self.id,
    mayLead: () => hasWorker && !isOutdated(),
    onMessage: events.receive,
    onReconnect: events.publishAll,
    onLead(leadership) {
      leading = leadership;
      lead(leadership);
    },
    log,
  });
  const ending = new AbortController();
  let catalogVersion = await findCatalogVersion(db);
  let notedAt = 0;
  const instance = { ...self, newestStep: newestMigration(), hasWorker: hasWorker ? 1 : 0 } as const;
  await report({ ...instance, isLeader: 0 });
  const expectWorker = hasWorker ? async () => undefined : watchForWorker(db, log);
  const beats = keepBeating();

  async function keepBeating(): Promise<void> {
    let isHealthy = true;
    while (!ending.signal.aborted) {
      await wait(beatMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      try {
        await beat();
        isHealthy = true;
      } catch (error) {
        if (isHealthy) log.warn({ code: errorCode(error, 'unknown') }, 'this process could not report to the others');
        isHealthy = false;
      }
    }
  }

  async function beat(): Promise<void> {
    const isLeader = connection.isLeader();
    await report({ ...instance, isLeader: isLeader ? 1 : 0 });
    await expectWorker();
    if (isLeader) {
      await deleteInstancesUnseen(db, MINUTE_MS);
      await deleteExpiredLimits(db, Date.now() - MINUTE_MS);
    }
    const version = await findCatalogVersion(db);
    if (version !== catalogVersion) events.publishHere(CATALOG_CHANGED);
    catalogVersion = version;
    events.publishHere(SETTINGS_CHANGED);
    events.publishHere(BANK_CHANGED);
  }

  /** A beat is one transaction, which no report counts as news. */
  async function report(state: Parameters<typeof recordInstance>[1]): Promise<void> {
    const noteIdentity = await postgres.checkIdentity();
    const isNoteDue = Date.now() - notedAt >= NOTE_EVERY_MS;
    await inTransaction(db, async (tx) => {
      await recordInstance(tx, state);
      if (isNoteDue) await noteIdentity(tx);
    });
    if (isNoteDue) notedAt = Date.now();
  }

  return {
    events,
    whileLeading(run) {
      runJobs = run;
      if (leading && !leading.ended.aborted) lead(leading);
    },
    async list() {
      const rows = await listInstances(db, ALIVE_MS);
      return rows.map(({ isLeader, hasWorker: does, ...row }) => ({
        ...row,
        isLeader: isLeader === 1,
        hasWorker: does !== 0,
      }));
    },
    term: () => (connection.isLeader() ? connection.term() : null),
    async close() {
      ending.abort();
      await beats;
      await events.close();
      // The others forget it in a minute, also where the database cannot be told.
      await deleteInstance(db, self.id).catch((error: unknown) => {
        log.warn({ code: errorCode(error, 'unknown') }, 'the other processes could not be told of the end of this one');
      });
      await connection.close();
    },
  };
}

/** Tells once, after some beats, that mail and polls wait for a process that does them. */
function watchForWorker(db: Database, log: Log): () => Promise<void> {
  let beatsWithout = 0;
  return async () => {
    const hasOne = (await listInstances(db, ALIVE_MS)).some(({ hasWorker }) => hasWorker !== 0);
    beatsWithout = hasOne ? 0 : beatsWithout + 1;
    if (beatsWithout === BEATS_WITHOUT_WORKER) log.error({}, 'nobody does the jobs: every process has WORKER=off');
  };
}

/** Another one may be starting again. */
const BEATS_WITHOUT_WORKER = 5;

/** A process with a worker of its own does these itself. */
const OWN_JOBS = new Set(['outbox', 'inbox']);
const BEAT_MS = 2 * SECOND_MS;
/** What was sold since the last note is what a failover may have lost. */
const NOTE_EVERY_MS = 10 * SECOND_MS;
const ALIVE_MS = 10 * SECOND_MS;

async function describeSelf(): Promise<Omit<ShopProcess, 'seenAt' | 'isLeader' | 'hasWorker'>> {
  return {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    version: (await readRelease()).build,
    startedAt: new Date().toISOString(),
  };
}
