import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LeaderConnection, openLeaderConnection, startAlone } from '#db/engines/leader-election.ts';
import { fencedDatabase, type Leadership, TAKE_TERM } from '#db/engines/leadership.ts';
import { openPostgres, type PostgresServer } from '#db/engines/postgres.ts';
import { sendNotification } from '#db/queries/mail/notifications.ts';
import type { Database } from '#db/tables.ts';
import { inTransaction, readAsOfOneMoment, repeatsOf, toBeginAnew } from '#db/transactions.ts';
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
  await sql`create table leadership (id bigint primary key, term bigint not null, holder text not null)`.execute(db);
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
  expect(first?.terms.map(({ ended }) => ended.aborted)).toEqual([true]);
  await expect.poll(leaders).toHaveLength(1);
  expect(leaders()[0]).not.toBe(first);
});

test('a leader whose connection breaks stops leading at once, connects again, and is told that it missed events', async () => {
  const leader = await join();
  await expect.poll(() => leader.connection.isLeader()).toBe(true);
  await breakConnections();
  await expect.poll(() => leader.terms[0]?.ended.aborted).toBe(true);
  await expect.poll(() => leader.reconnects()).toBe(1);
  await expect.poll(() => leader.connection.isLeader()).toBe(true);
  expect(leader.terms.map(({ term, ended }) => [term, ended.aborted])).toEqual([
    [1, true],
    [2, false],
  ]);
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

test('a leader that is paused as a whole is followed by another, and follows it when it wakes', async () => {
  const script = fileURLToPath(new URL('../support/postgres/leading.ts', import.meta.url));
  const paused = spawn(process.execPath, [script, database.url, '600'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let said = '';
    paused.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    await expect.poll(() => said).toBe('leads in term 1\n');
    const other = await join();
    paused.kill('SIGSTOP');
    await expect.poll(() => other.connection.isLeader()).toBe(true);
    expect(other.terms[0]?.term).toBe(2);
    paused.kill('SIGCONT');
    await expect.poll(() => said).toBe('leads in term 1\nleads no longer\n');
    expect(other.connection.isLeader()).toBe(true);
  } finally {
    paused.kill('SIGKILL');
  }
});

test('a deed of a term that is over is never committed, and none begins once the server may have given the lead away', async () => {
  const client = await postgres.openClient();
  const takeTerm = async (holder: string) => Number((await client.query(TAKE_TERM, [holder])).rows[0].term);
  let isFresh = true;
  const leadership: Leadership = {
    term: await takeTerm('one'),
    holder: 'one',
    ended: new AbortController().signal,
    isFresh: () => isFresh,
  };
  const fenced = fencedDatabase(db, leadership);
  await sql`create table deeds (term bigint)`.execute(db);
  const doIt = (before: () => Promise<unknown> = async () => undefined) =>
    fenced.transaction().execute(async (tx) => {
      await sql`insert into deeds values (${leadership.term})`.execute(tx);
      await before();
    });
  const deeds = async () => (await sql`select * from deeds`.execute(db)).rows.length;
  await doIt();
  await fenced.transaction().execute(async (tx) => {
    await readAsOfOneMoment(tx);
    expect((await sql`select * from deeds`.execute(tx)).rows).toHaveLength(1);
  });

  await expect(doIt(() => takeTerm('two'))).rejects.toMatchObject({ code: 'NOT_LEADING' });
  expect(await deeds()).toBe(1);
  let tries = 0;
  await inTransaction(fenced, async () => {
    tries += 1;
    if (tries === 1) throw toBeginAnew('a row was another');
    throw new Error('enough');
  }).catch(() => undefined);
  expect(repeatsOf(db).get('40001')).toBe(1);
  isFresh = false;
  await expect(sql`insert into deeds values (3)`.execute(fenced)).rejects.toMatchObject({ code: 'NOT_LEADING' });
  expect(await deeds()).toBe(1);
  await client.end();
});

test('starts of the same shop take turns, also after one that failed', async () => {
  const steps: string[] = [];
  const told: object[] = [];
  const log = { info: (fields: object) => told.push(fields), warn: () => {} };
  const start = (name: string) =>
    startAlone(
      postgres.openClient,
      log,
      async () => {
        steps.push(`${name} begins`);
        // The others come while the first starts, however slow the machine is.
        while (told.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
        steps.push(`${name} ends`);
        if (name === 'b') throw new Error('a taken port');
        return name;
      },
      0,
    );
  const results = await Promise.allSettled(['a', 'b', 'c'].map(start));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(steps).toHaveLength(6);
  expect(told).toEqual([1, 2].map(() => ({ other: expect.stringMatching(/^corte-final\//) })));
  for (let at = 0; at < steps.length; at += 2) expect(steps[at]?.[0]).toBe(steps[at + 1]?.[0]);
});

async function join({ mayLead = true } = {}) {
  const terms: Leadership[] = [];
  const messages: string[] = [];
  let reconnects = 0;
  const connection = await openLeaderConnection({
    connect: postgres.openClient,
    holder: 'this process',
    mayLead: () => mayLead,
    onMessage: (message) => messages.push(message),
    onReconnect: () => {
      reconnects += 1;
    },
    onLead: (leadership) => terms.push(leadership),
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
