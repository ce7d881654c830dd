import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase, openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase, isOnPostgres, templateOf } from '../postgres/postgres-databases.ts';

export type TestDatabase = OpenDatabase & {
  /** Further connections use it, where the engine has several. */
  url: string;
  remove(): Promise<void>;
};

/** An empty database with the newest schema, on the engine of the project. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return isOnPostgres() ? openOnPostgres() : openInFile();
}

async function openInFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'database-'));
  const path = join(folder, 'store.sqlite');
  await layNewestDatabase(path);
  const url = `file:${path}`;
  const database = openSqlite(url);
  return {
    ...database,
    url,
    async remove() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A file with the newest schema, where the migration of a new one, half a second, is not what is tested. */
export async function layNewestDatabase(path: string): Promise<void> {
  template ??= makeTemplate();
  await copyFile(await template, path);
}

let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'database-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'store.sqlite');
  const { db, close } = openSqlite(`file:${path}`);
  await migrate(db);
  await close();
  return path;
}

async function openOnPostgres(): Promise<TestDatabase> {
  const template = await templateOf('schema', async (url) => {
    const { db, close } = await openDatabase(url);
    await migrate(db);
    await close();
  });
  const { url, leave } = await createDatabase(template.database);
  const database = await openDatabase(url);
  return {
    ...database,
    url,
    async remove() {
      await database.close();
      await leave();
    },
  };
}
