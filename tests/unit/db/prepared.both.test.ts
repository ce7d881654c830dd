import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRows, type Placeholders, prepared } from '#db/prepared.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../../support/store/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

const AT = '2026-11-21T12:00:00.000Z';
const MAIL = {
  kind: 'low_keys',
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: AT,
  createdAt: AT,
  payload: 'x',
} as const;

type Change = Partial<Pick<OutboxRow, 'attempts' | 'lastError'>>;

test('a prepared statement is built once for each set of names, and takes the values of each call', async () => {
  let built = 0;
  const change = prepared((db, { dedup, ...values }: Placeholders<{ dedup: string } & Change>) => {
    built += 1;
    return db.updateTable('outbox').set(values).where('dedup', '=', dedup).where('state', '=', 'waiting');
  });
  for (const dedup of ['one', 'two'])
    await database.db
      .insertInto('outbox')
      .values({ ...MAIL, dedup })
      .execute();

  await change.execute(database.db, { dedup: 'one', attempts: 1 });
  await change.execute(database.db, { attempts: 2, dedup: 'two' });
  await change.execute(database.db, { dedup: 'two', attempts: 3, lastError: 'late' });
  await change.execute(database.db, { dedup: 'one', attempts: 4 });
  const { numAffectedRows } = await change.execute(database.db, { dedup: 'none', attempts: 5 });

  expect(await mails(database.db)).toEqual([
    { dedup: 'one', attempts: 4, lastError: null },
    { dedup: 'two', attempts: 3, lastError: 'late' },
  ]);
  expect(numAffectedRows).toBe(0n);
  // The order of the names makes another set of them.
  expect(built).toBe(3);
});

test('it belongs to the transaction that it is called with', async () => {
  const note = prepared((db, mail: Placeholders<typeof MAIL & { dedup: string }>) =>
    db.insertInto('outbox').values(mail).returning('dedup'),
  );
  await note.execute(database.db, { ...MAIL, dedup: 'kept' });
  const undone = inTransaction(database.db, async (tx) => {
    expect(await note.executeTakeFirstOrThrow(tx, { ...MAIL, dedup: 'undone' })).toEqual({ dedup: 'undone' });
    throw new Error('on purpose');
  });

  await expect(undone).rejects.toThrow('on purpose');
  const found = await mails(database.db);
  expect(found.map(({ dedup }) => dedup)).toEqual(expect.arrayContaining(['kept']));
  expect(found.map(({ dedup }) => dedup)).not.toContain('undone');
});

function mails(db: Queryable) {
  return db.selectFrom('outbox').select(['dedup', 'attempts', 'lastError']).orderBy('dedup').execute();
}

test('many rows hold what each of them would, and come in their order or not at all', async () => {
  const texts = ['a', '', 'null', '[1,2]', '"\\u0000', '\u{1f3ac}\ufeff', 'half \ud83d', `${'x'.repeat(100_000)}é`];
  const rows = texts.map((lastError, at) => ({ ...MAIL, dedup: `many ${at}`, attempts: at, lastError }));
  await insertRows(database.db, 'outbox', [...rows, { ...MAIL, dedup: 'many last', attempts: 2, lastError: null }]);
  await insertRows(database.db, 'outbox', []);

  const stored = await database.db
    .selectFrom('outbox')
    .select(['attempts', 'lastError', 'payload', 'sentAt'])
    .where('dedup', 'like', 'many %')
    .orderBy('id')
    .execute();
  expect(stored).toEqual(
    [...texts.map((text, at) => [at, text.toWellFormed()]), [2, null]].map(([attempts, lastError]) => ({
      attempts,
      lastError,
      payload: 'x',
      sentAt: null,
    })),
  );

  const twice = insertRows(database.db, 'outbox', [
    { ...MAIL, dedup: 'new' },
    { ...MAIL, dedup: 'many 1' },
  ]);
  await expect(twice).rejects.toThrow('dedup');
  expect((await mails(database.db)).map(({ dedup }) => dedup)).not.toContain('new');
});
