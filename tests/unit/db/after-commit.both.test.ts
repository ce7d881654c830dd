import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '#db/tables.ts';
import { afterCommit, inTransaction, toBeginAnew } from '#db/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../../support/store/test-database.ts';

let database: TestDatabase;
let ran: string[];
let logged: object[];
const log = { warn: (fields: object) => void logged.push(fields) };

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
  await database.db.deleteFrom('secrets').execute();
  ran = [];
  logged = [];
});

const write = (db: Queryable, name: string) => db.insertInto('secrets').values({ name, hash: 'x' }).execute();
const written = async () => {
  const rows = await database.db.selectFrom('secrets').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
};
const note = (tx: Queryable, name: string) => afterCommit(tx, name, () => ran.push(name), log);

describe('what follows a commit', () => {
  test('finds on another connection what was committed', async () => {
    let seen: Promise<string[]> | undefined;
    const result = await inTransaction(database.db, async (tx) => {
      await write(tx, 'a');
      const read = () => {
        seen = written();
      };
      afterCommit(tx, 'read', read, log);
      expect(await written()).toEqual([]);
      expect(seen).toBeUndefined();
      return 'done';
    });
    expect(result).toBe('done');
    expect(await seen).toEqual(['a']);
  });

  test('runs in the order in which it was named first, and once for each name', async () => {
    await inTransaction(database.db, async (tx) => {
      for (const name of ['b', 'a', 'b', 'c', 'a']) note(tx, name);
      await write(tx, 'a');
      expect(ran).toEqual([]);
    });
    expect(ran).toEqual(['b', 'a', 'c']);
  });

  test('runs again for the same name of another transaction', async () => {
    for (const name of ['a', 'b']) {
      await inTransaction(database.db, async (tx) => {
        await write(tx, name);
        note(tx, 'told');
      });
    }
    expect(ran).toEqual(['told', 'told']);
  });

  test('never runs where the transaction is undone', async () => {
    const undone = inTransaction(database.db, async (tx) => {
      await write(tx, 'a');
      note(tx, 'told');
      throw new Error('refused');
    });
    await expect(undone).rejects.toThrow('refused');
    expect([ran, await written()]).toEqual([[], []]);
  });

  test('is that of the try which was committed', async () => {
    let tries = 0;
    await inTransaction(database.db, async (tx) => {
      tries += 1;
      note(tx, `try ${tries}`);
      note(tx, 'told');
      await write(tx, `try ${tries}`);
      if (tries < 3) throw toBeginAnew('another was first');
    });
    expect([ran, await written()]).toEqual([['try 3', 'told'], ['try 3']]);
  });

  test('undoes no deed when it fails, and holds up nothing after it', async () => {
    const result = await inTransaction(database.db, async (tx) => {
      await write(tx, 'a');
      afterCommit(tx, 'failing', failing, log);
      note(tx, 'told');
      return 'done';
    });
    expect([result, ran, await written()]).toEqual(['done', ['told'], ['a']]);
    expect(logged).toEqual([{ code: 'ELISTENER' }]);
  });

  test('runs at once where there is no transaction', async () => {
    await write(database.db, 'a');
    note(database.db, 'told');
    afterCommit(database.db, 'failing', failing, log);
    expect([ran, logged]).toEqual([['told'], [{ code: 'ELISTENER' }]]);
  });

  test('is refused to a transaction that nobody would run it for', async () => {
    const begun = database.db.transaction().execute(async (tx) => note(tx, 'told'));
    await expect(begun).rejects.toThrow('inTransaction');
    expect(ran).toEqual([]);
  });
});

describe('a transaction inside another', () => {
  test('is a part of it', async () => {
    await inTransaction(database.db, async (tx) => {
      await inTransaction(tx, async (inner) => {
        expect(inner).toBe(tx);
        await write(inner, 'inner');
        note(inner, 'inner');
      });
      await write(tx, 'outer');
      note(tx, 'outer');
      expect([ran, await written()]).toEqual([[], []]);
    });
    expect([ran, await written()]).toEqual([
      ['inner', 'outer'],
      ['inner', 'outer'],
    ]);
  });

  test('is undone with it', async () => {
    const undone = inTransaction(database.db, async (tx) => {
      await inTransaction(tx, async (inner) => {
        await write(inner, 'inner');
        note(inner, 'inner');
      });
      throw new Error('refused');
    });
    await expect(undone).rejects.toThrow('refused');
    expect([ran, await written()]).toEqual([[], []]);
  });
});

function failing(): void {
  throw Object.assign(new Error('a listener failed'), { code: 'ELISTENER' });
}
