import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import * as theStore from '#db/migrations/0001-the-store.ts';
import * as theBackOffice from '#db/migrations/0002-the-back-office.ts';
import * as couponsAndCommissions from '#db/migrations/0003-coupons-and-commissions.ts';
import * as theBanks from '#db/migrations/0004-the-banks.ts';
import type { Tables } from '#db/tables.ts';
import { scaled } from '../../support/scale.ts';
import { fillShop } from '../../support/store/large-shop.ts';

const RELEASED: Record<string, Migration> = {
  '0001-the-store': theStore,
  '0002-the-back-office': theBackOffice,
  '0003-coupons-and-commissions': couponsAndCommissions,
  '0004-the-banks': theBanks,
};
const NAMES = Object.keys(RELEASED);
const SALES = scaled(500, 30_000);
const KILLS = scaled(5, 30);
const MIGRATING = fileURLToPath(new URL('../../support/store/migrating.ts', import.meta.url));

let folder: string;
let path: string;
let newest: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  path = join(folder, 'new.sqlite');
  await open();
  newest = schemaOf(path);
});
beforeEach(async () => {
  for (const ending of ['', '-wal', '-shm', '.lock']) await rm(path + ending, { force: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a migration that is killed halfway', () => {
  test('leaves a first start unchanged at any moment, and the next start continues', async () => {
    await killAtManyMoments(path, async () => {
      for (const ending of ['', '-wal', '-shm']) await rm(path + ending, { force: true });
    });
    await open();
    expect(schemaOf(path)).toEqual(newest);
  });

  test(`leaves a store with ${SALES} sales unchanged, and the next start migrates it`, async () => {
    const old = join(folder, 'old.sqlite');
    await makeOld(old, 1, (db) =>
      fillShop(db, {
        products: 20,
        customers: 500,
        purchases: SALES,
        keys: SALES,
        coupons: 10,
        affiliates: 5,
        audits: 0,
      }),
    );
    await killAtManyMoments(path, () => cp(old, path));
    await open();
    expect(schemaOf(path)).toEqual(newest);
    for (const [table, kind, rows] of [
      ['purchases', 'purchase', SALES],
      ['products', 'product', 20],
    ]) {
      expect(query(path, `select count(*), (select count(*) from "${kind}Words") from ${table}`)).toEqual([
        [rows, rows],
      ]);
    }
    expect(query(path, 'pragma integrity_check')).toEqual([['ok']]);
  });

  test('by a full disk reports it, leaves nothing half done, and continues once there is room', async () => {
    await makeOld(path, 2);
    const before = schemaOf(path);
    for (const bytes of [0, 40_000, 100_000]) {
      const { code, said } = await migrateWithin(path, bytes);
      expect([code, said]).toEqual([1, expect.stringContaining('SQLITE_')]);
      expect(schemaOf(path)).toEqual(before);
    }
    expect(await migrateWithin(path, 50_000_000)).toMatchObject({ code: 0 });
    expect(schemaOf(path)).toEqual(newest);
  });
});

test.each([1, 2, 3, 4])(
  'a database of version %d migrates to the schema of a new one, foreign keys included',
  async (version) => {
    await makeOld(path, version);
    const database = openSqlite(`file:${path}`);
    await migrate(database.db);
    expect(database.sqlite.pragma('foreign_keys', { simple: true })).toBe(1);
    await database.close();
    expect(schemaOf(path)).toEqual(newest);
  },
);

describe('the unfinished migration of an earlier version', () => {
  test.each([1, 4, 25, 60, 100, 140])('in a first start, after %d statements, is started anew', async (statements) => {
    await makeOld(path, 4, async () => undefined, statements);
    expect(schemaOf(path)).not.toEqual(newest);
    await open();
    expect(schemaOf(path)).toEqual(newest);
    expect(query(path, 'select count(*) from categories')).toEqual([[4]]);
  });

  test('in a store with sales is reported and not touched', async () => {
    await makeOld(path, 2, sellOne, 70);
    const before = [schemaOf(path), query(path, 'select * from kysely_migration')];
    await expect(open()).rejects.toMatchObject({
      kind: 'settings',
      message: expect.stringMatching(/^Uma versão anterior .+ Restaure o último backup com npm run restore/),
    });
    expect([schemaOf(path), query(path, 'select * from kysely_migration')]).toEqual(before);
    expect(query(path, 'select name from customers')).toEqual([['Ana']]);
  });

  test('by another program is not touched', async () => {
    const file = new BetterSqlite3(path);
    file.exec('create table categories (id integer); create table recipes (name text)');
    file.close();
    await expect(open()).rejects.toMatchObject({ kind: 'settings' });
    expect(query(path, 'select name from sqlite_master order by 1')).toEqual([['categories'], ['recipes']]);
  });
});

test('a database that a newer version has changed is opened where this one may, else rejected with a sentence', async () => {
  await open();
  const file = new BetterSqlite3(path);
  file.exec(`insert into kysely_migration values ('9999-the-future', '2090-01-01T00:00:00.000Z')`);
  await expect(open()).resolves.toBeUndefined();
  file.exec(`update "schemaFloor" set name = '9999-the-future'`);
  file.close();
  await expect(open()).rejects.toMatchObject({
    kind: 'settings',
    message: expect.stringContaining('versão mais nova'),
  });
});

/** Opens and migrates as the store does. */
async function open(): Promise<void> {
  const database = openSqlite(`file:${path}`);
  try {
    await migrate(database.db);
  } finally {
    await database.close();
  }
}

/** Ends the process at moments that are spread over the time that the migration takes; each leaves all or nothing. */
async function killAtManyMoments(file: string, lay: () => Promise<void>): Promise<void> {
  await lay();
  const before = schemaOf(file);
  const takenMs = await timeMigration(file);
  for (let turn = 0; turn < KILLS; turn += 1) {
    if (schemaOf(file).length !== before.length) await lay();
    const { child, opened, ended } = startMigration(file);
    await opened;
    await wait((takenMs * (turn + Math.random())) / KILLS);
    child.kill('SIGKILL');
    await ended;
    const after = schemaOf(file);
    expect(after).toEqual(after.length === before.length ? before : newest);
  }
}

async function timeMigration(file: string): Promise<number> {
  const { opened, ended } = startMigration(file);
  await opened;
  const begun = performance.now();
  await ended;
  return performance.now() - begun;
}

function startMigration(file: string) {
  const child = spawn(process.execPath, [MIGRATING, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: compiledOnce(),
  });
  // The end is listened for from the start: it may have come by the time that somebody waits.
  const ended = once(child, 'close');
  return { child, ended, opened: Promise.race([once(child.stdout, 'data'), ended]) };
}

/** A process that reads its modules as another has compiled them is there in three quarters of the time. */
function compiledOnce(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
}

/** Migrates with a disk on which no file grows beyond so many bytes. */
async function migrateWithin(file: string, bytes: number): Promise<{ code: number | null; said: string }> {
  const child: ChildProcess = spawn('prlimit', [`--fsize=${bytes}:${bytes}`, process.execPath, MIGRATING, file], {
    env: compiledOnce(),
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

/**
 * Makes a database as the first so many released steps left it, each statement committed by itself. `use` fills it after the
 * first step; `statements` ends it after so many of them.
 */
async function makeOld(
  file: string,
  version: number,
  use: (db: Kysely<Tables>) => Promise<void> = async () => undefined,
  statements = Number.POSITIVE_INFINITY,
): Promise<void> {
  const sqlite = new BetterSqlite3(file);
  sqlite.pragma('journal_mode = WAL');
  let left = statements;
  const database = {
    close: () => void sqlite.close(),
    prepare(text: string) {
      if (/^\s*(?:create|alter|drop|update|insert)/i.test(text)) left -= 1;
      if (left < 0) throw new Error('ended');
      return sqlite.prepare(text);
    },
  };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  for (const name of NAMES.slice(0, version)) {
    const known = Object.fromEntries(Object.entries(RELEASED).filter(([each]) => each <= name));
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest();
    if (error && !(error instanceof Error && error.message === 'ended')) throw error;
    if (!error && name === NAMES[0]) await use(db);
  }
  await db.destroy();
}

async function sellOne(db: Kysely<Tables>): Promise<void> {
  await sql`insert into customers (id, name, email, "createdAt") values ('a', 'Ana', 'ana@loja.test', '2026-01-01')`.execute(
    db,
  );
}

function schemaOf(file: string): string[] {
  return query(file, 'select type, name, sql from sqlite_master where sql is not null order by type, name').map(String);
}

function query(file: string, text: string): unknown[][] {
  const sqlite = new BetterSqlite3(file);
  try {
    return sqlite.prepare<[], unknown[]>(text).raw().all();
  } finally {
    sqlite.close();
  }
}
