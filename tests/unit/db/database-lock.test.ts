import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databasePath, holdDatabase, openSqlite } from '#db/client.ts';
import { fileContains } from '#db/queries/releases/storage.ts';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'lock-')));
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, 'elsewhere'));
  await symlink(join(folder, 'data', 'store.sqlite'), join(folder, 'elsewhere', 'absolute.sqlite'));
  await symlink('../data/store.sqlite', join(folder, 'elsewhere', 'relative.sqlite'));
  await symlink('relative.sqlite', join(folder, 'elsewhere', 'twice.sqlite'));
  await symlink('data', join(folder, 'shortcut'));
  await symlink('ring', join(folder, 'ring'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const NAMES = [
  'data/store.sqlite',
  'elsewhere/absolute.sqlite',
  'elsewhere/relative.sqlite',
  'elsewhere/twice.sqlite',
  'shortcut/store.sqlite',
  'shortcut/../data/./store.sqlite',
];
const IN_USE = { kind: 'settings', message: expect.stringMatching(/^Outro processo já está usando/) };
const urlOf = (name: string) => `file:${folder}/${name}`;

test.each(NAMES)(
  'a store that opened its database as %s before the file existed is locked under every path',
  async (name) => {
    const database = openSqlite(urlOf(name));
    try {
      for (const other of NAMES) {
        expect(() => openSqlite(urlOf(other)), other).toThrow(expect.objectContaining(IN_USE));
        expect(() => holdDatabase(join(folder, other)), other).toThrow(expect.objectContaining(IN_USE));
        expect(databasePath(urlOf(other))).toBe(join(folder, 'data', 'store.sqlite'));
      }
      expect(existsSync(join(folder, 'elsewhere', 'store.sqlite'))).toBe(false);
    } finally {
      await database.close();
    }
    for (const other of NAMES) await openSqlite(urlOf(other)).close();
  },
);

test('a restore that holds the database blocks a store that opens it by a symlink', () => {
  const release = holdDatabase(databasePath(urlOf('elsewhere/twice.sqlite')));
  expect(() => openSqlite(urlOf('data/store.sqlite'))).toThrow(expect.objectContaining(IN_USE));
  release();
});

test('a missing folder is created at the target of the symlink', async () => {
  await openSqlite(urlOf('shortcut/new/deep/store.sqlite')).close();
  expect(existsSync(join(folder, 'data', 'new', 'deep', 'store.sqlite'))).toBe(true);
});

test('a symlink loop is reported in plain words', () => {
  expect(() => openSqlite(urlOf('ring/store.sqlite'))).toThrow(
    expect.objectContaining({ kind: 'settings', message: expect.stringContaining('ELOOP') }),
  );
});

test.runIf(existsSync('/proc/locks'))('the store keeps its locks where it reads its own files', async () => {
  const database = openSqlite(urlOf('data/store.sqlite'));
  const locks = async (ending: string) => {
    const { ino } = await stat(join(folder, `data/store.sqlite${ending}`));
    return (await readFile('/proc/locks', 'utf8')).split('\n').filter((line) => line.includes(`:${ino} `)).length;
  };
  try {
    database.sqlite.exec('CREATE TABLE notes (text TEXT)');
    for (const look of [1, 2]) {
      expect(await fileContains(database.db, ['CREATE TABLE notes', 'none']), `look ${look}`).toBe(false);
      database.journalIndex();
    }
    // An older SQLite than ours would remove the journal under the store.
    for (const ending of ['', '-shm', '.lock']) expect(await locks(ending), ending).toBe(1);
    database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    expect(await fileContains(database.db, ['CREATE TABLE notes'])).toBe(true);
  } finally {
    await database.close();
  }
  expect(await locks('')).toBe(0);
});
