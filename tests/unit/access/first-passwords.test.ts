import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openSqlite } from '#db/client.ts';
import { findAnyAdministrator } from '#db/queries/access/users.ts';
import { type DrawnPasswords, ensurePasswords } from '#src/domain/access/administrators.ts';
import { layNewestDatabase } from '../../support/store/test-database.ts';

let folder: string;
let database: OpenDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-passwords-'));
  await layNewestDatabase(`${folder}/store.sqlite`);
  database = openSqlite(`file:${folder}/store.sqlite`);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function ensure(show: (drawn: DrawnPasswords) => void): Promise<void> {
  const passwords = {
    hash: async (text: string) => `hash of ${text}`,
    matches: async () => true,
    isCurrent: () => true,
  };
  const office = { db: database.db, passwords, now: new Date() };
  await ensurePasswords(office, { email: 'dona@loja.test', password: undefined, gatePassword: undefined }, show);
}

const hashes = async () => [
  (await database.db.selectFrom('users').select('passwordHash').execute()).map((user) => user.passwordHash),
  (await database.db.selectFrom('secrets').select('hash').execute()).map((secret) => secret.hash),
];

test('passwords of a start that died before printing them are replaced at the next start', async () => {
  const ended = ensure(() => {
    throw new Error('ended');
  });
  await expect(ended).rejects.toThrow('ended');
  expect(await findAnyAdministrator(database.db)).toBeUndefined();
  expect(await hashes()).toEqual([[], []]);

  const shown: DrawnPasswords[] = [];
  await ensure((drawn) => shown.push(drawn));
  await ensure((drawn) => shown.push(drawn));
  const [first] = shown;
  expect(shown).toEqual([
    { administrator: expect.stringMatching(/^\w{25}$/), gate: expect.stringMatching(/^\w{25}$/) },
    { administrator: null, gate: null },
  ]);
  expect(await hashes()).toEqual([[`hash of ${first?.administrator}`], [`hash of ${first?.gate}`]]);
});
