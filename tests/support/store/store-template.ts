import { cpSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#db/tables.ts';
import {
  createDatabase,
  isOnPostgres,
  type PostgresDatabase,
  type Template,
  templateOf,
} from '../postgres/postgres-databases.ts';
import { ORDINARY, startStoreProcess } from './store.ts';
import { openPostgresDatabase, openStoreDatabase } from './store-database.ts';

/** Copies of a store after its first start save migrating and seeding in each test. */
export async function makeTemplates(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'store-templates-'));
  await Promise.all(['true', 'false'].map((demoData) => makeTemplate(demoData, join(folder, demoData))));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export type StoreDatabase = { url: string; open(): Database; remove(): Promise<void> };

/** The database and the files that a store with these settings begins with. */
export function layStore(settings: Record<string, string>, folder: string): Promise<StoreDatabase> {
  const { DATABASE_URL } = settings;
  const isOnServer = DATABASE_URL ? DATABASE_URL.startsWith('postgres:') : isOnPostgres();
  return isOnServer ? layOnPostgres(settings, folder) : layInFile(settings, folder);
}

export const TEMPLATES = 'STORE_TEMPLATES';

const FILE = 'store.sqlite';

async function layInFile(settings: Record<string, string>, folder: string): Promise<StoreDatabase> {
  const templates = process.env[TEMPLATES];
  if (templates && isOrdinary(settings, folder))
    cpSync(join(templates, settings['DEMO_DATA'] ?? ''), folder, { recursive: true });
  const path = join(folder, FILE);
  return {
    url: settings['DATABASE_URL'] ?? `file:${path}`,
    open: () => openStoreDatabase(path),
    remove: async () => undefined,
  };
}

async function layOnPostgres(settings: Record<string, string>, folder: string): Promise<StoreDatabase> {
  const { DATABASE_URL } = settings;
  if (DATABASE_URL) {
    return { url: DATABASE_URL, open: () => openPostgresDatabase(DATABASE_URL), remove: async () => undefined };
  }
  if (isOrdinary(settings, folder)) return layTemplate(settings['DEMO_DATA'] ?? '', folder);
  return opened(await createDatabase());
}

/** On PostgreSQL, where the store's settings are others than those of its first start. */
export function layDemoStore(folder: string): Promise<StoreDatabase> {
  return layTemplate('true', folder);
}

async function layTemplate(demoData: string, folder: string): Promise<StoreDatabase> {
  const template = await postgresTemplate(demoData);
  cpSync(template.folder, folder, { recursive: true });
  return opened(await createDatabase(template.database));
}

function opened({ url, leave }: PostgresDatabase): StoreDatabase {
  return { url, open: () => openPostgresDatabase(url), remove: leave };
}

function postgresTemplate(demoData: string): Promise<Template> {
  return templateOf(`store_${demoData}`, async (url, target) => {
    const store = await startStoreProcess({ DATABASE_URL: url, DEMO_DATA: demoData, LOG_LEVEL: 'warn' });
    await store.end();
    await cp(store.folder, target, { recursive: true });
    await store.stop();
  });
}

async function makeTemplate(demoData: string, target: string): Promise<void> {
  const store = await startStoreProcess({ DEMO_DATA: demoData, LOG_LEVEL: 'warn' });
  await store.end();
  await cp(store.folder, target, { recursive: true });
  await store.stop();
  const names = await readdir(target);
  if (!names.includes(FILE)) throw new Error('The template of a store has no database.');
}

/** Templates are made with these settings only. */
function isOrdinary(settings: Record<string, string>, folder: string): boolean {
  const { DEMO_DATA, ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_GATE_PASSWORD, DATABASE_URL, UPLOADS_DIR } = settings;
  // The demo's files would be missing in a bucket.
  if (settings['FILES_URL']) return false;
  return (
    ['true', 'false'].includes(DEMO_DATA ?? '') &&
    ADMIN_EMAIL === ORDINARY.ADMIN_EMAIL &&
    ADMIN_PASSWORD === ORDINARY.ADMIN_PASSWORD &&
    ADMIN_GATE_PASSWORD === ORDINARY.ADMIN_GATE_PASSWORD &&
    [undefined, `file:${FILE}`].includes(DATABASE_URL) &&
    UPLOADS_DIR === join(folder, 'uploads')
  );
}
