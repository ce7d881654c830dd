import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenSqlite, openSqlite } from '#db/client.ts';
import { openJournal } from '#db/engines/journal.ts';
import type { Queryable } from '#db/tables.ts';
import { afterCommit, firstReadsOf, inBulk, inTransaction, toBeginAnew } from '#db/transactions.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/server/writer-thread.mjs', import.meta.url));

let folder: string;
let file: string;
let database: OpenSqlite;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-'));
  file = join(folder, 'store.sqlite');
  await layNewestDatabase(file);
  database = openSqlite(`file:${file}`, { bulkProgram: PROGRAM });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const write = (db: Queryable, name: string) => db.insertInto('secrets').values({ name, hash: 'x' }).execute();
const written = async (db: Queryable = database.db) => {
  const rows = await db.selectFrom('secrets').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
};

test('is seen by nobody else until it is committed, and then by all, and readers wait for nothing', async () => {
  await inBulk(database.db, async (tx) => {
    await write(tx, 'a');
    expect(await written(tx)).toEqual(['a']);
    expect(await written()).toEqual([]);
  });
  expect(await written()).toEqual(['a']);
  expect(database.sqlite.prepare('select name from secrets').all()).toEqual([{ name: 'a' }]);
});

test('takes turns with transactions and single statements, each of which sees what the one before wrote', async () => {
  const order: string[] = [];
  const append = async (tx: Queryable, name: string, reads = tx) => {
    order.push(name);
    const before = (await written(reads)).length;
    await write(tx, `${before} ${name}`);
  };
  await Promise.all([
    inTransaction(database.db, (tx) => append(tx, 'small')),
    inBulk(database.db, (tx) => append(tx, 'large')),
    write(database.db, 'one statement'),
    inTransaction(database.db, (tx) => append(tx, 'second small')),
    inBulk(database.db, (tx) => append(tx, 'second large', firstReadsOf(tx, database.db))),
  ]);

  const names = await written();
  expect(names).toHaveLength(5);
  expect(order).toHaveLength(4);
  // Each of the four counted all that were there: none saw the half of another.
  const counts = names.flatMap((name) => /^\d/.exec(name) ?? []);
  expect(new Set(counts).size).toBe(4);
});

test('waits until who has just written has not written for a while', async () => {
  const order: string[] = [];
  await write(database.db, 'first');
  const large = inBulk(database.db, async () => void order.push('large'));
  await nextTurn();
  await write(database.db, 'second');
  order.push('second');
  await large;
  expect(order).toEqual(['second', 'large']);
});

test('leaves nothing behind when it fails, and the next one goes on', async () => {
  const failing = inBulk(database.db, async (tx) => {
    await write(tx, 'a');
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(await written()).toEqual([]);
  await inBulk(database.db, (tx) => write(tx, 'b'));
  expect(await written()).toEqual(['b']);
});

test('tells errors by their codes, and begins anew as every transaction', async () => {
  await write(database.db, 'a');
  const again = inBulk(database.db, (tx) => write(tx, 'a'));
  await expect(again).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
  let tries = 0;
  await inBulk(database.db, async (tx) => {
    tries += 1;
    await write(tx, `try ${tries}`);
    if (tries < 3) throw toBeginAnew('somebody came before');
  });
  expect(await written()).toEqual(['a', 'try 3']);
});

test('tells what it did after the commit', async () => {
  const seen: Promise<string[]>[] = [];
  const log = { warn: () => undefined };
  await inBulk(database.db, async (tx) => {
    await write(tx, 'a');
    afterCommit(tx, 'told', () => void seen.push(written()), log);
    expect(seen).toEqual([]);
  });
  expect(await seen[0]).toEqual(['a']);
});

test('checks references, and keeps nothing of what was removed', async () => {
  const orphan = inBulk(database.db, (tx) =>
    tx.insertInto('importedProducts').values({ productId: 'none', importId: 'none' }).execute(),
  );
  await expect(orphan).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_CONSTRAINT/) });
  await inBulk(database.db, async (tx) => {
    const { rows } = await sql`pragma secure_delete`.execute(tx);
    expect(rows).toEqual([{ secure_delete: 1 }]);
  });
});

test('that loses its thread fails, and releases the others', async () => {
  await database.close();
  const program = join(folder, 'dying.mjs');
  // It answers the pragma, the beginning and one statement.
  await writeFile(
    program,
    `import { parentPort } from 'node:worker_threads';
    let asked = 0;
    parentPort.on('message', () => {
      asked += 1;
      if (asked > 3) process.exit(1);
      parentPort.postMessage({ result: { rows: [] } });
    });`,
  );
  database = openSqlite(`file:${file}`, { bulkProgram: program });
  const lost = inBulk(database.db, async (tx) => {
    await write(tx, 'a');
    await write(tx, 'b');
  });
  await expect(lost).rejects.toThrow('The thread has ended.');
  await write(database.db, 'c');
  expect(await written()).toEqual(['c']);
  // The next one has a thread of its own.
  await inBulk(database.db, async () => undefined);
});

test('fails where the program of the thread is missing, and releases the others', async () => {
  await database.close();
  database = openSqlite(`file:${file}`, { bulkProgram: join(folder, 'missing.mjs') });
  await expect(inBulk(database.db, (tx) => write(tx, 'a'))).rejects.toThrow('missing.mjs');
  await write(database.db, 'b');
  expect(await written()).toEqual(['b']);
});

test('leaves the journal to the continuous copy while that holds it', async () => {
  const journal = openJournal(database, file);
  const fill = () =>
    inBulk(database.db, async (tx) => {
      for (let row = 0; row < 300; row += 1)
        await tx
          .insertInto('secrets')
          .values({ name: `${row} ${Math.random()}`, hash: 'x'.repeat(40_000) })
          .execute();
    });
  journal.hold();
  await fill();
  const { salts } = journal.read();
  await fill();
  await inBulk(database.db, (tx) => write(tx, 'a'));
  expect(journal.read().salts).toBe(salts);

  journal.letGo();
  await inBulk(database.db, (tx) => write(tx, 'b'));
  // All is in the file by now, so that the next one begins a journal.
  await inBulk(database.db, (tx) => write(tx, 'c'));
  expect(journal.read().salts).not.toBe(salts);
});

test('without a thread is a transaction of this process', async () => {
  await database.close();
  database = openSqlite(`file:${file}`);
  await Promise.all([
    write(database.db, 'a'),
    inBulk(database.db, async (tx) => {
      expect(await written(firstReadsOf(tx, database.db))).toEqual(['a']);
      await write(tx, 'b');
    }),
  ]);
  expect(await written()).toEqual(['a', 'b']);
});
