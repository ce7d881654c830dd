import { Gauge, type Registry } from 'prom-client';
import type { OpenDatabase } from '#db/client.ts';
import { listWaitingBuyers } from '#db/queries/upkeep/attention.ts';
import { findOldestDue } from '#db/queries/upkeep/health.ts';
import type { Shop } from '#src/domain/shop.ts';
import { backupDueFrom } from '#src/domain/upkeep/backups.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { PageCacheCounts } from '../requests/page-cache.ts';
import { processReaders } from './process-gauges.ts';
import { countReader, type Reader, tell } from './readers.ts';

export type Sources = {
  shop: Pick<Shop, 'db' | 'backups' | 'clock' | 'continuousCopy' | 'disk' | 'log' | 'processes' | 'release'>;
  database: Pick<OpenDatabase, 'lockWaits' | 'postgres'>;
  pages: Readonly<PageCacheCounts>;
};

/** Returns what reads them all anew. A figure that cannot be read is not told, so that no old one stands for it. */
export function openGauges(registers: Registry[], { shop, database, pages }: Sources): () => Promise<void> {
  const { lockWaits, postgres } = database;
  new Gauge({ registers, name: 'store_info', help: 'Which release runs.', labelNames: ['version'] }).set(
    { version: shop.release.version },
    1,
  );
  const readers = [
    queueReader(registers, shop),
    backupReader(registers, shop),
    copyReader(registers, shop),
    diskReader(registers, shop),
    countReader(registers, {
      name: 'store_page_cache_requests_total',
      help: 'Requests for pages that all visitors share, by whether the page was kept.',
      label: 'result',
      read: () => ({ hit: pages.hits, miss: pages.misses }),
    }),
    ...processReaders(registers, { shop, database }),
    ...(postgres ? [poolReader(registers, postgres.pool)] : []),
    ...(lockWaits
      ? [
          countReader(registers, {
            name: 'store_sqlite_busy_total',
            help: 'How often another program held the database file: a statement waited for it, or failed.',
            label: 'outcome',
            read: () => ({ waited: lockWaits.waited, failed: lockWaits.givenUp }),
          }),
        ]
      : []),
  ];
  return async () => {
    for (const read of readers) {
      await Promise.resolve(read()).catch((error: unknown) => {
        shop.log.warn({ code: errorCode(error, 'unknown') }, 'a figure of the metrics could not be read');
      });
    }
  };
}

function queueReader(registers: Registry[], { db, clock }: Sources['shop']): Reader {
  const ages = new Gauge({
    registers,
    name: 'store_queue_oldest_seconds',
    help: 'How long the oldest of each queue has been due; the same from each process. Of keys, how long a buyer has waited.',
    labelNames: ['queue'],
  });
  return async () => {
    ages.reset();
    const now = clock.now();
    const [due, [longest]] = await Promise.all([findOldestDue(db, now.toISOString()), listWaitingBuyers(db)]);
    const { mail: outbox, webhooks: inbox, polls } = due;
    for (const [queue, since] of Object.entries({ outbox, inbox, polls, keys: longest?.since ?? null })) {
      ages.set({ queue }, secondsSince(since, now) ?? 0);
    }
  };
}

function backupReader(registers: Registry[], shop: Sources['shop']): Reader {
  const age = new Gauge({
    registers,
    name: 'store_backup_age_seconds',
    help: 'The age of the newest backup, without one that of the first sale; not told of a shop that never sold.',
  });
  return async () => {
    age.remove();
    tell(age, secondsSince(await backupDueFrom(shop), shop.clock.now()));
  };
}

function copyReader(registers: Registry[], { continuousCopy, clock }: Sources['shop']): Reader {
  const age = new Gauge({
    registers,
    name: 'store_copy_age_seconds',
    help: 'How old the newest moment is that the continuous copy has, without one how long it has been on; not told where it is off.',
  });
  return () => {
    const state = continuousCopy.state();
    tell(age, secondsSince(state && (state.copiedAt ?? state.beganAt), clock.now()));
  };
}

function diskReader(registers: Registry[], { disk }: Sources['shop']): Reader {
  const [free, size] = ['free', 'size'].map(
    (of) =>
      new Gauge({
        registers,
        name: `store_disk_${of}_bytes`,
        help: 'Of the fullest disk that the store writes to; not told where it keeps nothing on this machine.',
      }),
  );
  return async () => {
    const space = await disk.readSpace();
    tell(free, space?.freeBytes ?? null);
    tell(size, space?.totalBytes ?? null);
  };
}

function poolReader(
  registers: Registry[],
  pool: { totalCount: number; idleCount: number; waitingCount: number },
): Reader {
  const connections = new Gauge({
    registers,
    name: 'store_database_pool_connections',
    help: 'Connections of this process to PostgreSQL, and who waits for one.',
    labelNames: ['state'],
  });
  return () => {
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
  };
}

function secondsSince(since: string | null, now: Date): number | null {
  return since === null ? null : Math.max(0, now.getTime() - Date.parse(since)) / SECOND_MS;
}
