import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_LIST } from '#src/wire/audit/audit.ts';
import { type Client, login, openClient } from '../support/calls/client.ts';
import {
  type Answers,
  differencesOf,
  EVERY_READ,
  exportEverything,
  readEverything,
} from '../support/calls/every-read.ts';
import { createDatabase, type PostgresDatabase } from '../support/postgres/postgres-databases.ts';
import { expectStatus } from '../support/purchases/buy.ts';
import { SHARED_SECRET } from '../support/shared-secret.ts';
import { type CommandEnding, runCommand } from '../support/store/run-command.ts';
import { type Store, startStoreProcess } from '../support/store/store.ts';

let store: Store;
let owner: Client;
let server: PostgresDatabase;
let before: { exports: Answers; reads: Answers };

beforeAll(async () => {
  server = await createDatabase();
  store = await startStoreProcess({ DATABASE_URL: 'file:store.sqlite', LOG_LEVEL: 'warn' });
  owner = await login(store, openClient(store.url));
  expectStatus(await owner.post('/api/admin/categories', { name: 'Retrato e Pele' }), 201);
  before = { exports: await exportEverything(owner), reads: await readEverything(owner) };
  await store.end();
});
afterAll(async () => {
  await store.stop();
  await server.leave();
});

test('a moved shop answers every read as before, on either side, and nobody is signed out', EVERY_READ, async () => {
  expect(before.reads.size).toBeGreaterThan(500);
  expect(before.reads.get('/api/auth/user')).toMatch(/^200 /);
  expect(before.reads.get('/api/admin/categories')).toContain('Retrato e Pele');
  const there = await move([server.url]);
  expect(there).toMatchObject({ code: 0, stderr: '' });
  expect(there.stdout).toMatch(
    /^A loja foi movida de \S+store\.sqlite para postgres:\/\/127\.0\.0\.1:\d+\/\S+ em [\d,]+ s:\n/,
  );
  expect(there.stdout).toMatch(/^ {2}purchases +\d+$/m);

  await store.restart({ DATABASE_URL: server.url });
  expect(differencesOf(await readEverything(owner), before.reads)).toEqual([]);
  expect(differencesOf(await exportEverything(owner), before.exports)).toEqual([]);
  const sold = new Map([...before.reads, ...(await readEverything(owner, AUDIT_LIST))]);
  await store.end();

  const back = await move(['--back', 'file:back.sqlite'], { DATABASE_URL: server.url, SHARED_SECRET });
  expect(back).toMatchObject({ code: 0, stderr: '' });
  await store.restart({ DATABASE_URL: 'file:back.sqlite' });
  expect(differencesOf(await readEverything(owner), sold)).toEqual([]);
  expect(differencesOf(await exportEverything(owner), before.exports)).toEqual([]);
});

function move(words: string[], settings: Record<string, string> = {}): Promise<CommandEnding> {
  const given = { DATABASE_URL: 'file:store.sqlite', ...settings };
  return runCommand('move.mjs', words, { folder: store.folder, settings: { SHARED_SECRET, ...given } });
}
