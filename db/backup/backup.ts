import { settingsError } from '#src/wire/basics/settings-error.ts';
import { copyDatabase, databasePath, isFileUrl, openCopy, openDatabase } from '../client.ts';
import { moveToFile } from '../move/move-between-engines.ts';
import { findPlaceMovedTo, movedTo } from '../move/moved-note.ts';
import type { SqliteHandle } from '../tables.ts';

export type Examination = {
  schema: string;
  counts: { products: number; customers: number; purchases: number; keys: number };
};

/** Makes a file of either engine, while the store runs. */
export async function backUpDatabase(databaseUrl: string, target: string): Promise<Examination> {
  await (isFileUrl(databaseUrl) ? copyDatabase(databasePath(databaseUrl), target) : copyServer(databaseUrl, target));
  return prepareCopy(target);
}

/** Takes out of a copy what a backup must not have, and makes it one file. */
export function prepareCopy(path: string): Examination {
  const copy = openCopy(path);
  try {
    const place = findPlaceMovedTo(copy);
    if (place !== undefined) throw settingsError(movedTo(place));
    // A WAL copy would need two more files wherever it is read.
    copy.pragma('journal_mode = DELETE');
    copy.pragma('secure_delete = ON');
    removeAccesses(copy);
    return examine(copy);
  } finally {
    copy.close();
  }
}

/** A backup must grant no access; an older store has not all of these tables. */
function removeAccesses(copy: SqliteHandle): void {
  const exists = copy
    .prepare<[string], number>("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
    .pluck();
  for (const table of ACCESSES) {
    if (exists.get(table)) copy.exec(`DELETE FROM "${table}"`);
  }
}

const ACCESSES = [
  'sessions',
  'buyerSessions',
  'buyerTokens',
  'partnerSessions',
  'partnerTokens',
  'adminEmailChanges',
  'signInChallenges',
  'knownDevices',
  'accountAlerts',
  'idempotentCalls',
  'openingCodes',
];

async function copyServer(databaseUrl: string, target: string): Promise<void> {
  const server = await openDatabase(databaseUrl, { isPatient: true });
  try {
    await moveToFile(server, target);
  } finally {
    await server.close();
  }
}

/** Throws a sentence unless SQLite's integrity and foreign key checks pass. */
export function examineDatabase(path: string): Examination {
  const copy = openCopy(path);
  try {
    return examine(copy);
  } finally {
    copy.close();
  }
}

/** When the newest order of a copy was made; null where it has none. */
export function findLastOrderIn(path: string): string | null {
  const copy = openCopy(path);
  try {
    return copy.prepare<[], string | null>('SELECT max("createdAt") FROM purchases').pluck().get() ?? null;
  } finally {
    copy.close();
  }
}

/** What was typed on the screen as a secret; an older backup has none. */
export function listEncryptedSettings(path: string): { name: string; value: string }[] {
  const copy = openCopy(path);
  try {
    const table = copy.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'encryptedSettings'`).get();
    if (table === undefined) return [];
    return copy.prepare<[], { name: string; value: string }>('SELECT name, value FROM "encryptedSettings"').all();
  } finally {
    copy.close();
  }
}

function examine(copy: SqliteHandle): Examination {
  const integrity = copy.prepare<[], string>('PRAGMA integrity_check').pluck().all();
  if (integrity.join() !== 'ok') throw damaged(integrity.join('; '));
  const loose = copy.prepare('PRAGMA foreign_key_check').all();
  if (loose.length > 0) throw damaged(`${loose.length} ligações sem destino`);

  const schema = copy.prepare<[], string>('SELECT max(name) FROM kysely_migration').pluck().get();
  const count = (table: string) => copy.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  return {
    schema: schema ?? '',
    counts: {
      products: count('products'),
      customers: count('customers WHERE "erasedAt" IS NULL'),
      purchases: count('purchases'),
      keys: count('"activationKeys"'),
    },
  };
}

function damaged(what: string): Error {
  return settingsError(`A cópia do banco de dados não está íntegra: ${what}.`);
}
