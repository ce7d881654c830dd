import { setTimeout as wait } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import { type Random, startRandom } from '#db/seed/random.ts';
import type { Database } from '#db/tables.ts';
import { readAsOfOneMoment } from '#db/transactions.ts';
import { type Client, login } from '../calls/client.ts';
import { type MailServer, openMailServer } from '../calls/smtp.ts';
import { makeCluster, type PostgresCluster } from '../postgres/postgres.ts';
import { type SeveralProcesses, startSeveral } from '../postgres/several-processes.ts';
import { openTcpProxy, type TcpProxy } from '../postgres/tcp-proxy.ts';
import { expectTrueFigures } from '../purchases/payment-books.ts';
import { type Acknowledged, sandboxSide, sellDuring } from '../store/kill-under-load.ts';
import type { Store } from '../store/store.ts';
import { openPostgresDatabase } from '../store/store-database.ts';
import { pidOf } from '../store/store-process.ts';
import { expectNothingLostOrTwice } from './expect-nothing-lost.ts';

export type ChaosFigures = {
  ordered: number;
  paid: number;
  refunded: number;
  lost: number;
  reverted: number;
  mails: { sent: number; missing: number; twice: number };
  /** From the end of each trouble to the next sale. */
  hits: { trouble: string; returnMs: number }[];
};

type ChaosOptions = { seed: number; seconds: number; buyers: number; lookAroundMs?: number; tell(line: string): void };

/**
 * Three processes behind a proxy, a database with a synchronous replica, and troubles that the seed chooses, some at once,
 * while buyers order and pay. The replica takes over once. Throws where a book is wrong or nothing is sold for two minutes.
 */
export async function runChaos({ seed, seconds, buyers, lookAroundMs, tell }: ChaosOptions): Promise<ChaosFigures> {
  const random = startRandom(seed);
  const shop = await openShop();
  try {
    const hits: ChaosFigures['hits'] = [];
    const makeTrouble = async ({ paid }: Acknowledged) => {
      const startedAt = performance.now();
      const elapsed = () => (performance.now() - startedAt) / 1_000;
      let promotionAt = seconds * (0.3 + 0.4 * random.next());
      while (elapsed() < seconds) {
        await wait(random.whole(200, 2_000));
        const isDue = elapsed() >= promotionAt;
        if (isDue) promotionAt = Number.POSITIVE_INFINITY;
        const names: Trouble[] = isDue ? ['promotion'] : chooseTroubles(random);
        const trouble = names.join(' + ');
        tell(`${elapsed().toFixed(1)} s: ${trouble}`);
        await Promise.all(names.map((name) => TROUBLES[name](shop, random)));
        hits.push({ trouble, returnMs: await untilSold(paid, trouble) });
      }
    };
    const { acknowledged, lost, reverted } = await sellDuring(shop.front, {
      buyers,
      lookAroundMs,
      keys: 1_000 + seconds * MOST_SALES_A_SECOND,
      trouble: makeTrouble,
    });
    const mails = await countMails(shop);
    await expectNothingLostOrTwice(shop.front, await sandboxSide(shop.front));
    await shop.front
      .database()
      .transaction()
      .execute(async (db) => {
        await readAsOfOneMoment(db);
        await expectTrueFigures({ shop: { db } });
      });
    const { ordered, paid, refunded } = acknowledged;
    return { ordered: ordered.size, paid: paid.size, refunded: refunded.size, lost, reverted, mails, hits };
  } finally {
    await shop.close();
  }
}

const MOST_SALES_A_SECOND = 60;
const NO_SALE_MS = 120_000;

type Shop = {
  front: Store;
  processes: SeveralProcesses['processes'];
  owner: Client;
  office: MailServer;
  proxies: TcpProxy[];
  /** The server that takes writes. */
  primary(): PostgresCluster;
  promote(): Promise<void>;
  close(): Promise<void>;
};

async function openShop(): Promise<Shop> {
  const first = await makeCluster({ synchronous_standby_names: 'ANY 1 (replica)' });
  const second = await first.replica(portOf(first));
  await Promise.all([first.start(), second.start()]);
  const proxies = [await openTcpProxy(portOf(first)), await openTcpProxy(portOf(second))];
  const office = await openMailServer();
  const address = new URL(first.url);
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const several = await startSeveral(3, {
    DATABASE_URL: first.url.replace(address.host, hosts),
    SMTP_URL: office.url,
    UNPAID_PER_ADDRESS: '100000',
    LOG_LEVEL: 'error',
  });
  let primary = first;
  let books: Database = openPostgresDatabase(first.url);
  const front = { ...several.front, database: () => books };
  return {
    front,
    processes: several.processes,
    owner: await login(front),
    office,
    proxies,
    primary: () => primary,
    async promote() {
      await primary.stop('immediate');
      await second.promote();
      primary = second;
      await books.destroy();
      books = openPostgresDatabase(second.url);
    },
    async close() {
      await books.destroy();
      await several.stop();
      await Promise.all([office.close(), ...proxies.map((proxy) => proxy.close())]);
      await second.stop('immediate');
      await first.remove();
    },
  };
}

const OF_PROCESSES = ['killed process', 'stopped process', 'paused process', 'rolling update'] as const;
const OF_DATABASE = ['vanished connections', 'full pool', 'locked table', 'killed database'] as const;
type Trouble = (typeof OF_PROCESSES)[number] | (typeof OF_DATABASE)[number] | 'promotion';

/** One of the processes, one of the database, or both at once. */
function chooseTroubles(random: Random): Trouble[] {
  const chosen = random.next();
  return [...(chosen < 0.65 ? [random.pick(OF_PROCESSES)] : []), ...(chosen > 0.35 ? [random.pick(OF_DATABASE)] : [])];
}

const TROUBLES: Record<Trouble, (shop: Shop, random: Random) => Promise<void>> = {
  async 'killed process'({ processes }, random) {
    const store = random.pick(processes);
    const awayMs = random.whole(0, 3_000);
    await store.kill();
    await wait(awayMs);
    await start(store);
  },
  async 'stopped process'({ processes }, random) {
    const store = random.pick(processes);
    const awayMs = random.whole(0, 3_000);
    await store.end();
    await wait(awayMs);
    await start(store);
  },
  async 'paused process'({ processes }, random) {
    const pausedMs = random.whole(500, 12_000);
    const pid = Number(await pidOf(random.pick(processes)));
    process.kill(pid, 'SIGSTOP');
    await wait(pausedMs);
    process.kill(pid, 'SIGCONT');
  },
  async 'rolling update'({ processes }) {
    for (const store of processes) {
      await store.end();
      await start(store);
    }
  },
  async 'vanished connections'({ proxies }) {
    for (const proxy of proxies) proxy.swallow();
  },
  async 'full pool'({ primary }, random) {
    const heldMs = random.whole(1_000, 6_000);
    const taken: Connection[] = [];
    for (;;) {
      const connection = new Connection(primary().url);
      connection.on('error', () => undefined);
      const isOpen = await connection.connect().then(
        () => true,
        () => false,
      );
      if (!isOpen) break;
      taken.push(connection);
    }
    await wait(heldMs);
    await Promise.all(taken.map((connection) => connection.end()));
  },
  async 'locked table'({ primary }, random) {
    const heldMs = random.whole(500, 8_000);
    const connection = new Connection(primary().url);
    await connection.connect();
    await connection.query('begin');
    await connection.query('lock table purchases in access exclusive mode');
    await wait(heldMs);
    await connection.end();
  },
  async 'killed database'({ primary }, random) {
    const awayMs = random.whole(0, 4_000);
    await primary().stop('immediate');
    await wait(awayMs);
    await primary().start();
  },
  async promotion({ promote, owner }) {
    await promote();
    // The replica was synchronous, and says so: until then no free key is sold.
    await until(async () => (await owner.post('/api/admin/failover', { answer: 'nothing_lost' })).status === 200);
  },
};

/** Its database may be away at first. */
async function start(store: Store): Promise<void> {
  await until(async () => {
    await store.restart();
    return true;
  });
}

async function untilSold(paid: Set<string>, trouble: string): Promise<number> {
  const startedAt = performance.now();
  const before = paid.size;
  while (paid.size === before) {
    if (performance.now() - startedAt > NO_SALE_MS) throw new Error(`Nothing was sold after: ${trouble}.`);
    await wait(10);
  }
  return performance.now() - startedAt;
}

/**
 * A letter may come twice where its process was killed between the mail server's yes and the books, and one that came may then
 * no longer be wanted, as of a sale that was given back: so each that the books call sent is looked for by its name.
 */
async function countMails({ front, office }: Shop): Promise<ChaosFigures['mails']> {
  const inState = (state: 'waiting' | 'sent') =>
    front
      .database()
      .selectFrom('outbox')
      .innerJoin('purchases', 'purchases.id', 'outbox.purchaseId')
      .select('dedup')
      .where('idempotencyKeyHash', 'is not', null)
      .where('outbox.state', '=', state)
      .execute();
  await until(async () => (await inState('waiting')).length === 0);
  const sent = await inState('sent');
  const letters = office.letters.filter(({ to }) => to?.[0]?.address?.startsWith('ana@'));
  const came = new Set(letters.map(({ messageId = '' }) => messageId.slice(1, messageId.lastIndexOf('@'))));
  const missing = sent.filter(({ dedup }) => !came.has(dedup.replaceAll(':', '.').replace(/[^\w.-]/g, '-')));
  return { sent: sent.length, missing: missing.length, twice: letters.length - came.size };
}

/** Tries again until the deed is done; after five minutes its last error is thrown. */
async function until(deed: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000;
  for (;;) {
    const isLate = performance.now() > deadline;
    const isDone = await deed().catch((error: unknown) => {
      if (isLate) throw error;
      return false;
    });
    if (isDone) return;
    if (isLate) throw new Error('Five minutes were not enough.');
    await wait(200);
  }
}

function portOf({ url }: PostgresCluster): number {
  return Number(new URL(url).port);
}
