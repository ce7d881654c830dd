import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '#db/client.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const keys = async () => {
  const names = (await readdir(folder)).filter((name) => name.includes('.key')).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(at(name), 'utf8')]));
};
const open = () => openSqlite(`file:${at('store.sqlite')}`).close();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interrupted-'));
  await open();
  await writeFile(at('store.sqlite.key'), 'former');
  return () => rm(folder, { recursive: true, force: true });
});

describe('a restore that was killed', () => {
  test('before the database moved leaves the former one with its key', async () => {
    await writeFile(at('store.sqlite.restoring'), 'half');
    await writeFile(at('store.sqlite.key.restoring'), 'restored');
    await open();
    expect(await keys()).toEqual([['store.sqlite.key', 'former']]);
    expect(await readdir(folder)).not.toContain('store.sqlite.restoring');
  });

  test('after it gives the restored one its own key, and keeps the other beside it', async () => {
    await writeFile(at('store.sqlite.key.restoring'), 'restored');
    await open();
    await open();
    expect(await keys()).toEqual([
      ['store.sqlite.key', 'restored'],
      ['store.sqlite.key.former', 'former'],
    ]);
  });
});
