import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { examineDatabase } from '#db/backup/backup.ts';
import { databasePath, holdDatabase, openDatabase, openSqlite } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { assertNewestSchema, type MovedRows, moveToFile, moveToServer } from '#db/move/move-between-engines.ts';
import { assertNotMoved, noteMoved, removeNote } from '#db/move/moved-note.ts';
import { listInstances } from '#db/queries/instances.ts';
import type { Database } from '#db/tables.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { postgresUrls } from '#src/wire/upkeep/postgres-address.ts';
import { openEncryption } from '../shop/open-encryption.ts';
import { assertKeyOfServer, encryptAnew, type SecretKeys } from './encrypt-anew.ts';

/** Enough for a store without secrets. */
const NO_KEYS: SecretKeys = { SECRETS_KEY: '', SHARED_SECRET: '' };

export type Moved = { from: string; to: string; tables: MovedRows[] };

/** The file keeps a note afterwards, so that no store opens it by mistake. */
export async function moveFileToServer(fileUrl: string, serverUrl: string, keys: SecretKeys = NO_KEYS): Promise<Moved> {
  const path = databasePath(fileUrl);
  if (!existsSync(path)) throw settingsError(`Não há banco de dados em ${path}.`);
  const place = placeOf(serverUrl);
  const source = openSqlite(fileUrl);
  try {
    await migrate(source.db);
    await assertNotMoved(source.db, place);
    await assertKeyOfServer(source.db, keys);
    examineDatabase(path);
    const server = await openDatabase(serverUrl, { isPatient: true });
    const here = openEncryption({ ...keys, DATABASE_URL: fileUrl });
    const there = openEncryption({ ...keys, DATABASE_URL: serverUrl });
    try {
      const tables = await undoing(source.db, (note) =>
        moveToServer(source.sqlite, server, async (tx) => {
          await encryptAnew(tx, here, there);
          // The note is written before the commit, so that a crash never leaves two stores that both open.
          await note(place);
        }),
      );
      return { from: path, to: place, tables };
    } finally {
      await server.close();
    }
  } finally {
    await source.close();
  }
}

/** Makes a new file; the database keeps a note afterwards. */
export async function moveServerToFile(serverUrl: string, fileUrl: string, keys: SecretKeys = NO_KEYS): Promise<Moved> {
  const path = databasePath(fileUrl);
  if (existsSync(path)) throw settingsError(`Já há um banco de dados em ${path}. Escolha outro arquivo.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const release = holdDatabase(path);
  try {
    const server = await openDatabase(serverUrl, { isPatient: true });
    try {
      await assertNewestSchema(server.db);
      await assertNotMoved(server.db, `file:${path}`);
      const tables = await undoing(server.db, async (note) => {
        await note(`file:${path}`);
        await assertClosed(server.db);
        const moved = await moveToFile(server, await cleared(`${path}.moving`));
        await finish(`${path}.moving`, (db) =>
          encryptAnew(
            db,
            openEncryption({ ...keys, DATABASE_URL: serverUrl }),
            openEncryption({ ...keys, DATABASE_URL: fileUrl }),
          ),
        );
        examineDatabase(`${path}.moving`);
        await rename(`${path}.moving`, path);
        return moved;
      });
      return { from: placeOf(serverUrl), to: path, tables };
    } finally {
      await server.close();
    }
  } finally {
    release();
  }
}

/** Without user and password. */
function placeOf(serverUrl: string): string {
  const urls = (postgresUrls(serverUrl) ?? []).map((url) => new URL(url));
  const hosts = urls.map(({ hostname, port }) => `${hostname}:${port || 5432}`);
  return `postgres://${hosts.join(',')}${urls[0]?.pathname}`;
}

/** Takes the note back where the move failed, and leaves it where nobody knows whether the last commit arrived. */
async function undoing<Result>(
  db: Database,
  move: (note: (place: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  let isNoted = false;
  const note = async (place: string) => {
    await noteMoved(db, place);
    isNoted = true;
  };
  try {
    return await move(note);
  } catch (error) {
    if (isNoted && errorCode(error) !== CONNECTION_LOST) await removeNote(db);
    throw error;
  }
}

const CONNECTION_LOST = '08006';

async function assertClosed(db: Database): Promise<void> {
  const running = await listInstances(db, ALIVE_MS);
  const names = running.map(({ host, pid }) => `${host} (processo ${pid})`);
  if (names.length > 0) throw settingsError(`A loja está aberta em ${names.join(', ')}. Encerre-a antes de movê-la.`);
}

const ALIVE_MS = 10 * SECOND_MS;

async function cleared(path: string): Promise<string> {
  for (const ending of ['', '-wal', '-shm', '-journal', '.lock']) await rm(path + ending, { force: true });
  return path;
}

async function finish(path: string, encrypt: (db: Database) => Promise<void>): Promise<void> {
  const { db, close } = openSqlite(`file:${path}`);
  try {
    await removeNote(db);
    await encrypt(db);
  } finally {
    await close();
    await rm(`${path}.lock`, { force: true });
  }
}
