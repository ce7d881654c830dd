import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import { isSqlite } from '#db/engine.ts';
import type { Database } from '#db/tables.ts';

const FOLDER = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
const LAST_IN_BASELINE = '0015-redemptions-hold-coupons';

/** Takes the steps before `step`, as the version before it did. */
export async function migrateBefore(db: Database, step: string): Promise<void> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d/.test(file)).toSorted();
  const names = files.map((file) => file.replace(/\.ts$/, '')).filter((name) => name < step);
  const steps: Record<string, Migration> = {};
  for (const name of names) steps[name] = await stepNamed(db, name, name === names[0]);
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => steps } }).migrateToLatest();
  if (error) throw error;
}

/** PostgreSQL begins with a schema that covers the first steps. */
async function stepNamed(db: Database, name: string, isFirst: boolean): Promise<Migration> {
  if (isSqlite(db) || name > LAST_IN_BASELINE) return load(name);
  return isFirst ? load('postgres-baseline') : { up: async () => {} };
}

async function load(name: string): Promise<Migration> {
  return import(/* @vite-ignore */ pathToFileURL(`${FOLDER}/${name}.ts`).href);
}
