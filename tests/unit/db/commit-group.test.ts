import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoreDialect } from '#db/engines/dialect.ts';

type Notes = { notes: { id: number; text: string } };

let sqlite: BetterSqlite3.Database;
let db: Kysely<Notes>;
let commits: number;
/** The next commit fails with it, as it does on a full disk. */
let failure: Error | null;

function open(path: string, hasReader: boolean): void {
  commits = 0;
  failure = null;
  sqlite = new BetterSqlite3(path);
  sqlite.pragma('journal_mode = WAL');
  sqlite.exec('create table notes (id integer primary key, text text not null) strict');
  const counting = {
    close: () => sqlite.close(),
    get inTransaction() {
      return sqlite.inTransaction;
    },
    prepare(statement: string) {
      if (statement === 'commit') {
        commits += 1;
        if (failure) throw failure;
      }
      return sqlite.prepare(statement);
    },
  };
  const reader = hasReader ? new BetterSqlite3(path, { readonly: true }) : undefined;
  db = new Kysely<Notes>({ dialect: new StoreDialect(counting, reader) });
}

const note = (id: number, text = 'x') =>
  db.transaction().execute(async (tx) => {
    await tx.insertInto('notes').values({ id, text }).execute();
    return id;
  });
const noteAlone = (id: number) => db.insertInto('notes').values({ id, text: 'alone' }).execute();
const refusedAfter = (id: number) =>
  db.transaction().execute(async (tx) => {
    await tx.insertInto('notes').values({ id, text: 'refused' }).execute();
    throw new Error('refused');
  });
const idsNoted = async () => (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);

describe.each(['with a reader', 'without one'])('%s', (handles) => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groups-'));
    const hasReader = handles === 'with a reader';
    open(hasReader ? join(folder, 'notes.sqlite') : ':memory:', hasReader);
  });
  afterEach(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });

  describe('concurrent transactions of one event loop turn', () => {
    test('share one commit', async () => {
      expect(await Promise.all([note(1), note(2), noteAlone(3), note(4)])).toHaveLength(4);
      expect(commits).toBe(1);
      expect(await idsNoted()).toEqual([1, 2, 3, 4]);
    });

    test('are isolated when one of them fails', async () => {
      const outcomes = await Promise.allSettled([
        note(1),
        refusedAfter(2),
        note(1),
        noteAlone(1),
        note(3),
        noteAlone(4),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
      expect(outcomes[1]).toMatchObject({ reason: { message: 'refused' } });
      expect(outcomes[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } });
      expect(commits).toBe(1);
      expect(await idsNoted()).toEqual([1, 3, 4]);
    });

    test('run the statements of each without interleaving, whatever they await', async () => {
      const twice = (id: number) =>
        db.transaction().execute(async (tx) => {
          await tx.insertInto('notes').values({ id, text: 'first' }).execute();
          await new Promise((resolve) => setTimeout(resolve, 5));
          const { total } = await tx
            .selectFrom('notes')
            .select((row) => row.fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow();
          await tx
            .insertInto('notes')
            .values({ id: id + 1, text: 'second' })
            .execute();
          return total;
        });
      expect(await Promise.all([twice(1), twice(3), twice(5)])).toEqual([1, 3, 5]);
      expect(await idsNoted()).toEqual([1, 2, 3, 4, 5, 6]);
    });

    test('all reject when the commit fails, and nothing is stored', async () => {
      // given
      failure = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

      // when
      const writes = [note(1), refusedAfter(2), noteAlone(3)].map((write) => write.catch(codeOf));
      const [outcomes, seen] = await Promise.all([Promise.all(writes), idsNoted()]);
      failure = null;

      // then
      expect(outcomes).toEqual(['SQLITE_FULL', 'SQLITE_FULL', 'SQLITE_FULL']);
      expect(seen).toEqual([]);
      await note(5);
      expect(await idsNoted()).toEqual([5]);
    });

    test('all reject when SQLite rolls back by itself, and none writes outside the transaction', async () => {
      // given: a transaction that ends under its members, as on a full disk
      const undone = db.transaction().execute(async (tx) => {
        await tx.insertInto('notes').values({ id: 2, text: 'x' }).execute();
        sqlite.exec('rollback');
        await expect(
          tx
            .insertInto('notes')
            .values({ id: 2, text: null as never })
            .execute(),
        ).rejects.toThrow('NOT NULL');
        await tx.insertInto('notes').values({ id: 3, text: 'x' }).execute();
      });

      // when
      const outcomes = await Promise.allSettled([note(1), undone, note(4)]);

      // then
      const fullDisk = { status: 'rejected', reason: { code: 'SQLITE_FULL' } };
      expect(outcomes).toMatchObject([fullDisk, fullDisk, fullDisk]);
      expect(await idsNoted()).toEqual([]);
      await note(6);
      expect(await idsNoted()).toEqual([6]);
    });
  });

  test('a read outside transactions sees only committed data and does not wait for writers', async () => {
    // given
    let isOver = false;
    const writeOn = async (from: number): Promise<void> => {
      for (let id = from; !isOver; id += 10) await note(id);
    };
    const writers = [1, 2, 3].map(writeOn);
    const seen: number[][] = [];

    // when
    for (let reads = 0; reads < 20; reads += 1) {
      const [ids] = await Promise.all([idsNoted(), note(1_000 + reads * 10)]);
      seen.push(ids);
    }
    isOver = true;
    await Promise.all(writers);

    // then: each of them is still there
    const kept = new Set(await idsNoted());
    expect(seen.flat().every((id) => kept.has(id))).toBe(true);
    expect(seen.at(-1)?.length).toBeGreaterThan(20);
  });

  test('a statement that needs the connection alone runs between two groups', async () => {
    await Promise.all([
      note(1),
      db.connection().execute(async (connection) => {
        await sql`pragma foreign_keys = off`.execute(connection);
        await sql`pragma foreign_keys = on`.execute(connection);
      }),
      note(2),
    ]);
    expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(await idsNoted()).toEqual([1, 2]);
  });
});

test('a read with a handle of its own neither waits for an open transaction nor sees it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'groups-'));
  open(join(folder, 'notes.sqlite'), true);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const { promise: hasWritten, resolve: wrote } = Promise.withResolvers<void>();
  const writing = db.transaction().execute(async (tx) => {
    await tx.insertInto('notes').values({ id: 1, text: 'x' }).execute();
    wrote();
    await isOver;
  });
  await hasWritten;
  expect(await idsNoted()).toEqual([]);
  end();
  await writing;
  expect(await idsNoted()).toEqual([1]);
  await db.destroy();
  await rm(folder, { recursive: true });
});

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error;
}
