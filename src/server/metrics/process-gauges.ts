import { Gauge, type Registry } from 'prom-client';
import type { OpenDatabase } from '#db/client.ts';
import { findReplicationLag } from '#db/queries/upkeep/health.ts';
import { repeatsOf } from '#db/transactions.ts';
import type { Shop } from '#src/domain/shop.ts';
import { countReader, type Reader, tell } from './readers.ts';

type Parts = { shop: Pick<Shop, 'db' | 'processes'>; database: Pick<OpenDatabase, 'postgres'> };

/** What several processes and their server are to each other. */
export function processReaders(registers: Registry[], { shop, database }: Parts): Reader[] {
  const { db, processes } = shop;
  return [
    leaderReader(registers, processes),
    countReader(registers, {
      name: 'store_transaction_repeats_total',
      help: 'Transactions that began again, by why: the code of PostgreSQL.',
      label: 'code',
      read: () => Object.fromEntries(repeatsOf(db)),
    }),
    ...(database.postgres ? [lagReader(registers, db)] : []),
  ];
}

function leaderReader(registers: Registry[], processes: Shop['processes']): Reader {
  const leader = new Gauge({
    registers,
    name: 'store_leader',
    help: '1 where this process does the jobs that one is enough for; the sum over all processes is 1.',
  });
  const term = new Gauge({
    registers,
    name: 'store_leader_term',
    help: 'How often the lead was taken; told by the process that leads.',
  });
  const alive = new Gauge({ registers, name: 'store_processes', help: 'Processes of the shop that run now.' });
  return async () => {
    const own = processes.term();
    leader.set(own === null ? 0 : 1);
    tell(term, own);
    alive.remove();
    tell(alive, (await processes.list()).length);
  };
}

function lagReader(registers: Registry[], db: Shop['db']): Reader {
  const lag = new Gauge({
    registers,
    name: 'store_replication_lag_seconds',
    help: 'Of the replica that is furthest behind; not told without one, or where the user of the store may not see it.',
  });
  return async () => {
    lag.remove();
    tell(lag, await findReplicationLag(db));
  };
}
