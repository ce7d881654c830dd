import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenPostgres, openPostgres } from '#db/engines/postgres.ts';
import { migrate } from '#db/migrate.ts';
import { migrateServer } from '#db/schema/migrate-server.ts';
import { planMigration, type Steps } from '#db/schema/migration-plan.ts';
import type { Database } from '#db/tables.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { migrateBefore } from '../support/store/earlier-schema.ts';

let database: PostgresDatabase;
let opened: OpenPostgres;
let db: Database;

beforeAll(async () => {
  database = await createDatabase();
  opened = await openPostgres(database.url);
  db = opened.db;
  await migrateBefore(db, '0021-mail-and-buyers');
});
afterAll(async () => {
  await opened.close();
  await database.leave();
});

describe('a step that code of before could not live with', () => {
  test('is refused while a process of before runs, and nothing has changed', async () => {
    await noteProcess(42);
    let isAlive = true;
    const living = keepBeating(42, () => isAlive);
    const before = await steps();
    try {
      const sentence =
        /processos da anterior não entendem, e estes ainda rodam: loja-1, processo 42\. Nada foi alterado/;
      await expect(migrate(db)).rejects.toThrow(sentence);
    } finally {
      isAlive = false;
      await living;
    }
    expect(await steps()).toEqual(before);
  });

  test('waits for one that was killed until it counts no more', async () => {
    await beat(42, 9_700);
    await migrate(db);
    expect((await steps()).length).toBeGreaterThan(20);
  });

  test('is told beforehand, with the processes that must stop first and the tables that are locked', async () => {
    await noteProcess(43, '0100-narrow');
    await noteProcess(44);
    const newest = (await steps()).at(-1) ?? '';
    const later: Steps = {
      '0100-narrow': { up: async () => {}, locks: ['customers', 'purchases'] },
      '0101-wide': { up: async () => {}, oldestReader: '0024-announcements', locks: ['customers'] },
    };
    const plan = await planMigration(db, later);
    expect(plan).toMatchObject({
      pending: [
        { name: '0100-narrow', oldestReader: '0100-narrow' },
        { name: '0101-wide', oldestReader: '0024-announcements' },
      ],
      locked: ['purchases', 'customers'],
      processes: [
        { pid: 43, isTooOld: false },
        { pid: 44, newestStep: newest, isTooOld: true },
      ],
    });
    const { '0101-wide': wide = { up: async () => {} } } = later;
    expect((await planMigration(db, { '0101-wide': wide })).processes.map(({ isTooOld }) => isTooOld)).toEqual([
      false,
      false,
    ]);
    await sql`delete from instances`.execute(db);
  });
});

describe('a migration beside visitors', () => {
  const WIDEN: Steps = {
    '0100-widen': {
      async up(tx) {
        await sql`alter table customers add column "ofTheTest" text`.execute(tx);
        await sql`alter table purchases add column "ofTheTest" text`.execute(tx);
      },
    },
  };

  test('takes its locks in their order, so that nobody waits for one who waits for him', async () => {
    let migrating: Promise<void> | undefined;
    await db.transaction().execute(async (visitor) => {
      await sql`select 1 from purchases limit 1 for no key update`.execute(visitor);
      migrating = migrateServer(db, WIDEN, take);
      await expect.poll(waitingForTables).toBe(1);
      await sql`select 1 from customers limit 1 for no key update`.execute(visitor);
    });
    await migrating;
    expect(await steps()).toContain('0100-widen');
  });

  test('tries again where a table was not free in time, and says so when it never is', async () => {
    const narrow: Steps = { '0101-again': { up: async () => {}, locks: ['customers'] } };
    const quickly = { mostTries: 3, waitMs: 50 };
    const free = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (visitor) => {
      await sql`lock table customers in share mode`.execute(visitor);
      held.resolve();
      await free.promise;
    });
    await held.promise;
    await expect(migrateServer(db, narrow, take, quickly)).rejects.toThrow(
      /em 3 tentativas outro programa segurava uma tabela \(55P03: /,
    );
    const migrating = migrateServer(db, narrow, take, { ...quickly, mostTries: 100 });
    await expect.poll(waitingForTables).toBe(1);
    free.resolve();
    await Promise.all([holding, migrating]);
    expect(await steps()).toContain('0101-again');
  });

  test('shows what went wrong in which step, and changes nothing', async () => {
    const wrong: Steps = { '0102-wrong': { up: async (tx) => void (await sql`select 1 / 0`.execute(tx)), locks: [] } };
    await expect(migrateServer(db, wrong, take)).rejects.toThrow(/no passo 0102-wrong: 22012: division by zero\. Nada/);
    expect(await steps()).not.toContain('0102-wrong');
  });
});

const take: Parameters<typeof migrateServer>[2] = async (tx, given) => {
  const taken = Object.fromEntries((await steps()).map((name) => [name, { up: async () => {} }]));
  const provider = { getMigrations: async () => ({ ...taken, ...given }) };
  const { error } = await new Migrator({ db: tx, provider }).migrateToLatest();
  if (error) throw error;
};

async function steps(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

async function waitingForTables(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_locks where not granted and locktype = 'relation'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Before step 0060 no process said what it knows. */
async function noteProcess(pid: number, newestStep?: string): Promise<void> {
  await sql`insert into instances (id, host, pid, version, "startedAt", "seenAt", "isLeader")
    values (${String(pid)}, 'loja-1', ${pid}, '', '', '', 0)`.execute(db);
  if (newestStep) await sql`update instances set "newestStep" = ${newestStep} where pid = ${pid}`.execute(db);
  await beat(pid, 0);
}

async function keepBeating(pid: number, isAlive: () => boolean): Promise<void> {
  while (isAlive()) {
    await beat(pid, 0);
    await wait(50);
  }
}

async function beat(pid: number, agoMs: number): Promise<void> {
  await sql`update instances set "seenAt" = to_char(
    (clock_timestamp() - ${agoMs} * interval '1 ms') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    where pid = ${pid}`.execute(db);
}
