import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import * as z from 'zod/mini';
import { type MadeRows, rememberRows } from './made-rows.ts';
import { keepConnectionsWarm, type WarmConnections } from './warm-connections.ts';

/** The environment variable by which the project `postgres` tells its files where its server is. */
export const RUN = 'TEST_POSTGRES';

export type PostgresDatabase = {
  url: string;
  name: string;
  /** Nobody uses it any more; fails where its transactions waited for each other. */
  leave(): Promise<void>;
};

/** Returns true in the files of the project `postgres`. */
export function isOnPostgres(): boolean {
  return process.env['TEST_ENGINE'] === 'postgres';
}

/** One that was made of a template and left is handed out again, with the template's rows. */
export async function createDatabase(template?: string): Promise<PostgresDatabase> {
  const kept = template === undefined ? undefined : left.get(template)?.pop();
  return handOut(kept ?? (await make(template)));
}

type Made = { name: string; url: string; template: string | undefined; rows: MadeRows | null; uses: number };

/** By their templates. */
const left = new Map<string, Made[]>();

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

async function make(template: string | undefined): Promise<Made> {
  const name = run().prefix + randomBytes(6).toString('hex');
  const creator = await owner();
  // By files, not by the write-ahead log: a template is small, and nobody writes in it.
  await creator.query(
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template ?? 'template0')} strategy file_copy`,
  );
  const url = new URL(run().url);
  url.pathname = `/${name}`;
  const rows = template === undefined ? null : await rememberRows(url.href);
  if (rows) warmConnections().keepAt(name);
  return { name, url: url.href, template, rows, uses: 0 };
}

function handOut(made: Made): PostgresDatabase {
  const { name, url, template } = made;
  made.uses += 1;
  return {
    name,
    url,
    async leave() {
      const { isQuiet, deadlocks } = await settle(made);
      const isLikeNew = isQuiet && deadlocks === 0 && made.uses < MOST_USES && (await made.rows?.putBack());
      if (isLikeNew && template !== undefined) left.set(template, [...(left.get(template) ?? []), made]);
      else await drop(made);
      for (const copy of left.get(name) ?? []) await drop(copy);
      left.delete(name);
      if (deadlocks > 0) throw new Error(`${deadlocks} transactions of this database waited for each other.`);
    },
  };
}

/** Rows that were deleted stay in the files. */
const MOST_USES = 100;

async function drop({ name, rows }: Made): Promise<void> {
  warmConnections().dropAt(name);
  await rows?.close();
  await (await owner()).query(`drop database ${escapeIdentifier(name)} with (force)`);
}

/** Retries would hide deadlocks. Each connection reports its own when it ends. */
async function settle({ name, rows }: Made): Promise<{ isQuiet: boolean; deadlocks: number }> {
  const client = await owner();
  const deadline = Date.now() + 5_000;
  let isQuiet = false;
  for (;;) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
    isQuiet = (rowCount ?? 0) <= warmConnections().countAt(name) + (rows ? 1 : 0);
    if (isQuiet || Date.now() > deadline) break;
    await wait(20);
  }
  const { rows: counted } = await client.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = $1',
    [name],
  );
  return { isQuiet, deadlocks: Number(counted[0]?.deadlocks ?? 0) };
}

function warmConnections(): WarmConnections {
  warm ??= keepConnectionsWarm(run().url);
  return warm;
}

let warm: WarmConnections | undefined;

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
