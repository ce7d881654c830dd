import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LeaderConnection, openLeaderConnection, startAlone } from '#db/engines/leader-election.ts';
import { openPostgres, type PostgresServer } from '#db/engines/postgres.ts';
import { sendNotification } from '#db/queries/mail/notifications.ts';
import type { Database } from '#db/tables.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';

let database: PostgresDatabase;
let db: Database;
let postgres: PostgresServer;
let closeDatabase: () => Promise<void>;
let connections: LeaderConnection[];

beforeEach(async () => {
  database = await createDatabase();
  ({ db, postgres, close: closeDatabase } = await openPostgres(database.url));
  connections = [];
});
afterEach(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await closeDatabase();
  await database.leave();
});

test('of three processes one leads; when it closes another does, and the first one knows that it no longer leads', async () => {
  const processes = [await join(), await join(), await join()];
  const leaders = () => processes.filter(({ connection }) => connection.isLeader());
  await expect.poll(leaders).toHaveLength(1);
  const [first] = leaders();
  expect(first?.terms).toHaveLength(1);
  await first?.connection.close();
  expect(first?.terms.map(({ aborted }) => aborted)).toEqual([true]);
  await expect.poll(leaders).toHaveLength(1);
  expect(leaders()[0]).not.toBe(first);
});

test('a leader whose connection breaks stops leading at once, connects again, and is told that it missed events', async () => {
  const leader = await join();
  await expect.poll(() => leader.connection.isLeader()).toBe(true);
  await breakConnections();
  await expect.poll(() => leader.terms[0]?.aborted).toBe(true);
  await expect.poll(() => leader.reconnects()).toBe(1);
  await expect.poll(() => leader.connection.isLeader()).toBe(true);
  expect(leader.terms.map(({ aborted }) => aborted)).toEqual([true, false]);
  await sendNotification(db, 'hello again');
  await expect.poll(() => leader.messages).toEqual(['hello again']);
});

test('a process that only serves never leads, and hears the others', async () => {
  const visitor = await join({ mayLead: false });
  const leader = await join();
  await expect.poll(() => leader.connection.isLeader()).toBe(true);
  await sendNotification(db, 'sales');
  await expect.poll(() => visitor.messages).toEqual(['sales']);
  await leader.connection.close();
  await sendNotification(db, 'more sales');
  await expect.poll(() => visitor.messages).toHaveLength(2);
  expect(visitor.connection.isLeader()).toBe(false);
  expect(visitor.terms).toEqual([]);
});

test('starts of the same shop take turns, also after one that failed', async () => {
  const steps: string[] = [];
  const start = (name: string) =>
    startAlone(postgres.openClient, async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 150));
      steps.push(`${name} ends`);
      if (name === 'b') throw new Error('a taken port');
      return name;
    });
  const results = await Promise.allSettled(['a', 'b', 'c'].map(start));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(steps).toHaveLength(6);
  for (let at = 0; at < steps.length; at += 2) expect(steps[at]?.[0]).toBe(steps[at + 1]?.[0]);
});

async function join({ mayLead = true } = {}) {
  const terms: AbortSignal[] = [];
  const messages: string[] = [];
  let reconnects = 0;
  const connection = await openLeaderConnection({
    connect: postgres.openClient,
    mayLead,
    onMessage: (message) => messages.push(message),
    onReconnect: () => {
      reconnects += 1;
    },
    onLead: (leading) => terms.push(leading),
    log: { info: () => {}, warn: () => {} },
    tryEveryMs: 50,
  });
  connections.push(connection);
  return { connection, terms, messages, reconnects: () => reconnects };
}

async function breakConnections(): Promise<void> {
  const client = await postgres.openClient();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query not like '%pg_stat_activity%'
     and pid in (select pid from pg_locks where locktype = 'advisory')`,
  );
  await client.end();
}
