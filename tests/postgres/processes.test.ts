import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#db/engines/postgres.ts';
import { migrate } from '#db/migrate.ts';
import { CATALOG_IN_DOUBT } from '#src/domain/events.ts';
import { type OpenProcesses, openProcesses } from '#src/server/processes/processes.ts';
import { makeCluster, type PostgresCluster } from '../support/postgres/postgres.ts';

type Joined = OpenProcesses & { heard: string[]; terms: AbortSignal[]; leave(): Promise<void> };

let cluster: PostgresCluster;
let one: Joined;
let other: Joined;

beforeAll(async () => {
  cluster = await makeCluster();
  await cluster.start();
  const { db, close } = await openPostgres(cluster.url);
  await migrate(db);
  await close();
  one = await join();
  other = await join();
});
afterAll(async () => {
  await Promise.all([one.leave(), other.leave()]);
  await cluster.remove();
});

test('two processes list each other, and one leads', async () => {
  await expect
    .poll(async () => (await one.list()).map(({ isLeader }) => Number(isLeader)).toSorted((a, b) => a - b))
    .toEqual([0, 1]);
  expect(await other.list()).toMatchObject(
    Array.from({ length: 2 }, () => ({ pid: process.pid, seenAt: expect.stringMatching(/^\d{4}-.+Z$/) })),
  );
});

test('after the server has crashed and is back one leads again, both have read everything anew, and events arrive', async () => {
  await expect.poll(() => runningTerms()).toBe(1);
  await cluster.stop('immediate');
  await expect.poll(() => runningTerms()).toBe(0);
  one.events.publish('sales');
  await cluster.start();
  await expect.poll(() => runningTerms()).toBe(1);
  await expect.poll(() => other.heard).toEqual(expect.arrayContaining(['sales', CATALOG_IN_DOUBT]));

  other.heard.length = 0;
  const publishAgain = () => {
    one.events.publish('sales');
    return other.heard;
  };
  await expect.poll(publishAgain).toContain('sales');
  await expect.poll(async () => (await one.list()).length).toBe(2);
});

const runningTerms = () => [...one.terms, ...other.terms].filter(({ aborted }) => !aborted).length;

test('where every process only serves, one that is left says so in its log', async () => {
  await Promise.all([one.leave(), other.leave()]);
  one = await join({ hasWorker: false, beatMs: 20 });
  other = await join({ hasWorker: false });
  await expect.poll(() => told).toEqual(['nobody does the jobs: every process has WORKER=off']);
  expect((await one.list()).map(({ hasWorker, isLeader }) => [hasWorker, isLeader])).toEqual([
    [false, false],
    [false, false],
  ]);
});

const told: string[] = [];

async function join({ hasWorker = true, beatMs = 2_000 } = {}): Promise<Joined> {
  const { db, postgres, close } = await openPostgres(cluster.url);
  const log = { info: () => {}, warn: () => {}, error: (_fields: object, message: string) => told.push(message) };
  const processes = await openProcesses({ db, postgres, hasWorker, isOutdated: () => false, log, beatMs });
  const heard: string[] = [];
  const terms: AbortSignal[] = [];
  for (const topic of ['sales', CATALOG_IN_DOUBT]) processes.events.subscribe(topic, () => heard.push(topic));
  processes.whileLeading(({ ended }) => terms.push(ended));
  return {
    ...processes,
    heard,
    terms,
    async leave() {
      await processes.close();
      await close();
    },
  };
}
