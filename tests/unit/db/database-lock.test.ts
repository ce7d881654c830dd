import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databasePath, holdDatabase, openSqlite } from '#db/client.ts';

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
