import { hostname } from 'node:os';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { Database, Tables } from '../tables.ts';

export type PostgresOptions = {
  poolSize?: number;
  /** `openClient` needs it where the database's own address leads to PgBouncer. */
  listenUrl?: string | undefined;
  /** Statements of commands may take minutes. */
  isPatient?: boolean;
};

export type PostgresServer = {
  /** Some libraries ask for it; statements of ours go through `db`. */
  pool: Pool;
  /** A connection outside of the pool, for LISTEN and advisory locks; the caller listens to `error` and ends it. */
  openClient(): Promise<Client>;
  /** This machine's clock is so far ahead of the server's; it is negative when behind. */
  clockAheadMs: number;
};

export type OpenPostgres = { db: Database; postgres: PostgresServer; close(): Promise<void> };

/** Throws a sentence unless the server can be reached and keeps what it commits. */
export async function openPostgres(
  url: string,
  { poolSize = 10, listenUrl, isPatient = false }: PostgresOptions = {},
): Promise<OpenPostgres> {
  const pool = new Pool({
    ...configOf(url),
    max: poolSize,
    idleTimeoutMillis: 60_000,
    ...(isPatient && { query_timeout: 0 }),
  });
  // A broken connection would end the process without a listener; the next statement reports it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const clockAheadMs = await examineServer(pool);
    const isPrepared = new URL(url).searchParams.get('prepared') !== 'off';
    return {
      db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namingPool(pool, isPrepared) }) }),
      postgres: {
        pool,
        async openClient() {
          const client = new Client(configOf(listenUrl ?? url));
          await client.connect();
          return client;
        },
        clockAheadMs,
      },
      // `db.destroy` does nothing where no statement of Kysely's was run yet.
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw cannotOpen(error, url);
  }
}

function configOf(url: string): ClientConfig {
  return {
    options: SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    application_name: `corte-final/${hostname()}-${process.pid}`.slice(0, 63),
    // A free connection of the pool is waited for so long, too.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // It is above the server's own limit, for a server that has vanished.
    query_timeout: 65_000,
    types: { getTypeParser },
    connectionString: url,
  };
}

/** A machine that loses power must not keep a purchase locked for two hours. */
const SESSION_SETTINGS = [
  'idle_in_transaction_session_timeout=15s',
  'lock_timeout=5s',
  'statement_timeout=60s',
  'client_min_messages=warning',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=15s',
];

const INT8 = 20;
const NUMERIC = 1700;

export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format);
}

/** Returns how far this machine's clock is ahead. */
async function examineServer(pool: Pool): Promise<number> {
  const sentAt = Date.now();
  const { rows } = await pool.query<ServerSettings>(READ_SETTINGS);
  const [server] = rows;
  if (!server) throw new Error('The server does not tell its settings.');
  if (Number(server.versionNumber) < OLDEST_VERSION) throw tooOld(server.version);
  if (server.encoding !== 'UTF8') throw wrongEncoding(server.encoding);
  for (const [name, value] of Object.entries(server.durability)) if (value === 'off') throw notDurable(name);
  const clockAheadMs = Math.round((sentAt + Date.now()) / 2 - server.nowMs);
  if (Math.abs(clockAheadMs) > LARGEST_CLOCK_DIFFERENCE_MS) throw wrongClock(clockAheadMs);
  return clockAheadMs;
}

type ServerSettings = {
  version: string;
  versionNumber: string;
  encoding: string;
  durability: Record<string, string>;
  nowMs: number;
};

const READ_SETTINGS = `select
  current_setting('server_version') as version,
  current_setting('server_version_num') as "versionNumber",
  current_setting('server_encoding') as encoding,
  json_build_object(
    'fsync', current_setting('fsync'),
    'full_page_writes', current_setting('full_page_writes'),
    'synchronous_commit', current_setting('synchronous_commit')
  ) as durability,
  (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"`;

const OLDEST_VERSION = 150_000;
const LARGEST_CLOCK_DIFFERENCE_MS = 30_000;

const tooOld = (version: string) =>
  settingsError(`DATABASE_URL: a loja precisa do PostgreSQL 15 ou mais novo, e este é o ${version}.`);
const wrongEncoding = (encoding: string) =>
  settingsError(`DATABASE_URL: o banco de dados deve usar a codificação UTF8, e não ${encoding}.`);
const notDurable = (name: string) =>
  settingsError(
    `DATABASE_URL: o PostgreSQL está com ${name}=off e perderia vendas numa queda de energia. Ligue-o antes.`,
  );
const wrongClock = (aheadMs: number) =>
  settingsError(
    `O relógio desta máquina está ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'adiantado' : 'atrasado'} ` +
      'em relação ao do PostgreSQL. Acerte os dois antes de abrir a loja.',
  );

function cannotOpen(error: unknown, url: string): unknown {
  const code = errorCode(error);
  if (!code && !isConnectionTimeout(error)) return error;
  if (code === 'settings') return error;
  const { hostname: host, port, username, pathname } = new URL(url);
  const place = `${host || 'localhost'}, porta ${port || 5432}`;
  return settingsError(`DATABASE_URL: ${reasonOf(code, { place, host, username, name: pathname.slice(1) })}`, error);
}

type Address = { place: string; host: string; username: string; name: string };

function reasonOf(code: string, { place, host, username, name }: Address): string {
  switch (code) {
    case '':
      return `o PostgreSQL em ${place}, não respondeu a tempo.`;
    case 'ECONNREFUSED':
      return `nenhum PostgreSQL atende em ${place}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `o endereço ${host} não foi encontrado.`;
    case '28P01':
    case '28000':
      return `o PostgreSQL em ${place}, recusou o usuário ${username} ou a senha dele.`;
    case '3D000':
      return `o banco de dados ${name} não existe. Crie-o antes, como com createdb ${name}.`;
    default:
      return `não foi possível abrir o banco de dados (${code}).`;
  }
}

function isConnectionTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/.test(error.message);
}

function namingPool(pool: Pool, isPrepared: boolean): PostgresPool {
  const clients = new WeakMap<PoolClient, NamingClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw withState(error);
      });
      const known = clients.get(client);
      if (known) return known;
      const naming = new NamingClient(client, isPrepared);
      clients.set(client, naming);
      return naming;
    },
    end: () => pool.end(),
  };
}

/** Kysely sends statements without a name, and the server would parse and plan each of them every time. */
class NamingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names = new Map<string, string>();
  readonly #most: number;
  #isBroken = false;

  constructor(client: PoolClient, isPrepared: boolean) {
    this.#client = client;
    this.#most = isPrepared ? MAXIMUM_STATEMENTS : 0;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('The store reads no cursors.');
    return this.#run<Row>(text, [...parameters]);
  }

  release(isDiscarded = false): void {
    this.#client.release(isDiscarded || this.#isBroken);
  }

  async #run<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = this.#nameOf(text);
    try {
      const result = await this.#client.query({ text, values, ...(name && { name }) });
      return result as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      const failure = withState(error);
      // A statement that another version of the store's schema was planned for would fail forever.
      this.#isBroken ||= [CONNECTION_LOST, PLAN_OUTDATED].includes(errorCode(failure));
      throw failure;
    }
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || this.#names.size >= this.#most || text.length >= 4_000) return known;
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

const MAXIMUM_STATEMENTS = 500;
/** PostgreSQL's own codes. */
const CONNECTION_LOST = '08006';
const PLAN_OUTDATED = '0A000';

/** Errors of the network and the pool get the code that PostgreSQL has for them. */
function withState(error: unknown): unknown {
  if (error instanceof DatabaseError || error instanceof TypeError) return error;
  return Object.assign(new Error('The connection to the database was lost.', { cause: error }), {
    code: CONNECTION_LOST,
  });
}
