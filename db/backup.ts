import { copyDatabase, openCopy, type SqliteHandle } from './client.ts';

export type Examination = {
  /** The newest step of the schema's history that the file has seen. */
  schema: string;
  counts: { products: number; customers: number; purchases: number; keys: number };
};

/** Copies the database of a store that may be open, into one file, and examines the copy. */
export async function backUpDatabase(path: string, target: string): Promise<Examination> {
  await copyDatabase(path, target);
  const copy = openCopy(target);
  try {
    // A copy of a WAL database is one as well, and would want two files beside it wherever it is read.
    copy.pragma('journal_mode = DELETE');
    // Who finds a backup finds nobody's session in it, and none that was ended since comes back with it.
    copy.pragma('secure_delete = ON');
    copy.exec('DELETE FROM sessions');
    return examine(copy);
  } finally {
    copy.close();
  }
}

/** Throws a sentence unless SQLite finds every page, index and link in order. */
export function examineDatabase(path: string): Examination {
  const copy = openCopy(path);
  try {
    return examine(copy);
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
      customers: count('customers'),
      purchases: count('purchases'),
      keys: count('"activationKeys"'),
    },
  };
}

function damaged(what: string): Error {
  return Object.assign(new Error(`A cópia do banco de dados não está íntegra: ${what}.`), { kind: 'settings' });
}
