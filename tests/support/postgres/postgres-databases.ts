import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import * as z from 'zod/mini';

/** The environment variable by which the project `postgres` tells its files where its server is. */
export const RUN = 'TEST_POSTGRES';

export type PostgresDatabase = {
  url: string;
  name: string;
  /** Drops it; fails where its transactions waited for each other. */
  leave(): Promise<void>;
};

/** Returns true in the files of the project `postgres`. */
export function isOnPostgres(): boolean {
  return process.env['TEST_ENGINE'] === 'postgres';
}

export function createDatabase(template = 'template0'): Promise<PostgresDatabase> {
  return createNamed(run().prefix + randomBytes(6).toString('hex'), template);
}

export type Template = { database: string; folder: string };

type Fill = (url: string, folder: string) => Promise<void>;

/** Made once by whichever file of the run is first; `fill` leaves no connection open. */
export function templateOf(name: string, fill: Fill): Promise<Template> {
  const template = templates.get(name) ?? makeTemplate(name, fill);
  templates.set(name, template);
  return template;
}

const templates = new Map<string, Promise<Template>>();

async function makeTemplate(name: string, fill: Fill): Promise<Template> {
  const { url, prefix, folder: runFolder } = run();
  const database = `${prefix}template_${name}`;
  const folder = join(runFolder, name);
  // Its own connection, whose end is that of the lock.
  const client = new Client(url);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [database]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount) return { database, folder };
    const unfinished = await createDatabase();
    await mkdir(folder, { recursive: true });
    await fill(unfinished.url, folder);
    await client.query(`alter database ${escapeIdentifier(unfinished.name)} rename to ${escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
  return { database, folder };
}

export async function dropDatabasesOf({ url, prefix }: Run): Promise<void> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database ${escapeIdentifier(datname)} with (force)`);
  await client.end();
}

async function createNamed(name: string, template: string): Promise<PostgresDatabase> {
  const creator = await owner();
  // By files, not by the write-ahead log: a template is small, and nobody writes in it.
  await creator.query(
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy file_copy`,
  );
  const url = new URL(run().url);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    async leave() {
      const client = await owner();
      const deadlocks = await countDeadlocks(client, name);
      await client.query(`drop database ${escapeIdentifier(name)} with (force)`);
      if (deadlocks > 0) throw new Error(`${deadlocks} transactions of this database waited for each other.`);
    },
  };
}

/** Retries would hide them. Each connection reports its own when it ends. */
async function countDeadlocks(client: Client, name: string): Promise<number> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
    if (!rowCount || Date.now() > deadline) break;
    await wait(20);
  }
  const { rows } = await client.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = $1',
    [name],
  );
  return Number(rows[0]?.deadlocks ?? 0);
}

/** One connection of this process, as long as it lives: to open one costs as much as to copy a database. */
function owner(): Promise<Client> {
  connected ??= connect();
  return connected;
}

let connected: Promise<Client> | undefined;

async function connect(): Promise<Client> {
  const client = new Client(run().url);
  // The server may end first; the next statement opens another.
  client.on('error', () => {
    connected = undefined;
  });
  await client.connect();
  return client;
}

const Run = z.object({ url: z.string(), prefix: z.string(), folder: z.string() });
type Run = z.infer<typeof Run>;

function run(): Run {
  const given = process.env[RUN];
  if (!given) throw new Error('Only files of the project postgres have a server: see tests/vitest.config.ts.');
  return Run.parse(JSON.parse(given));
}
