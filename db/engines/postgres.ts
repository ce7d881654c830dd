import { hostname } from 'node:os';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientBase, type ClientConfig, Pool, types } from 'pg';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { settingsError } from '#src/wire/basics/settings-error.ts';
import { postgresUrls } from '#src/wire/upkeep/postgres-address.ts';
import { touchDatabaseIdentity } from '../queries/upkeep/database-identity.ts';
import type { Database, Queryable, Tables } from '../tables.ts';
import { examineServer } from './server/examine-server.ts';
import { type Failover, guardIdentity } from './server/identity.ts';
import { watchConnections } from './server/lost-connections.ts';
import { CONNECTION_LOST, READ_ONLY } from './server/naming-client.ts';
import { type NamingPool, namingPool } from './server/naming-pool.ts';
import { openServers, type Servers } from './server/servers.ts';
import { hangUp, readStanding, type Standing } from './server/standing.ts';

export type PostgresOptions = {
  poolSize?: number;
  /** `openClient` needs it where the database's own address leads to PgBouncer. */
  listenUrl?: string | undefined;
  /** Statements of commands may take a minute. */
  isPatient?: boolean;
  /** Another server took over, or this one was brought back to a moment; it may be told before `openPostgres` returns. */
  onFailover?(failover: Failover): void;
};

export type PostgresServer = {
  /** For its figures alone. */
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  /** Some libraries ask for it; statements of ours go through `db`. */
  query: NamingPool['query'];
  connect: NamingPool['connect'];
  /** A connection outside of the pool, for LISTEN and advisory locks; the caller listens to `error` and ends it. */
  openClient(): Promise<Client>;
  /** Looks whether the server is the one that the shop knows; returns what notes in a transaction that it is. */
  checkIdentity(): Promise<(tx: Queryable) => Promise<void>>;
  /** By a connection of its own, since the pool's may all wait for a lock; it fails after a second. */
  askAtOnce<Row extends object>(statement: string): Promise<Row | undefined>;
  /** Statements have names, which a pooler in between must keep apart. */
  isPrepared: boolean;
  /** This machine's clock is so far ahead of the server's; it is negative when behind. */
  clockAheadMs: number;
};

export type OpenPostgres = { db: Database; postgres: PostgresServer; close(): Promise<void> };

/** Throws a sentence unless a server that takes writes can be reached and keeps what it commits. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<OpenPostgres> {
  const { poolSize = 10, listenUrl, isPatient = false, onFailover = () => undefined } = options;
  const urls = urlsOf(url);
  const configOf = configWith(isPatient ? PATIENT_SETTINGS : VISITORS_SETTINGS, urls.length > 1);
  const servers = openServers(urls, configOf);
  const listening = listenUrl === undefined ? servers : openServers(urlsOf(listenUrl), configOf);
  const identities = guardIdentity(onFailover);
  const standings = new WeakMap<object, Standing>();
  class ServerClient extends Client {
    constructor() {
      super(configOf(servers.current()));
    }
  }
  const admit = async (client: ClientBase) => {
    const standing = await readStanding(client);
    if (standing.isReadOnly) throw readOnly();
    if (standing.identity) await identities.admit(client, standing.identity);
    return standing;
  };
  const pool = new Pool({
    Client: ServerClient,
    max: poolSize,
    idleTimeoutMillis: 60_000,
    // A free connection of the pool is waited for so long, too.
    connectionTimeoutMillis: CONNECT_MS,
    async onConnect(client) {
      // A broken connection would end the process without a listener; the next statement reports it.
      client.on('error', () => undefined);
      standings.set(client, await admit(client));
    },
  });
  pool.on('error', () => undefined);
  const isPrepared = new URL(servers.current()).searchParams.get('prepared') !== 'off';
  const naming = namingPool(pool, { servers, standings, isPrepared });
  const endWatch = watchConnections({ clients: naming.clients, servers, configOf });
  const close = () => {
    endWatch();
    // A server that has vanished answers no goodbye, and its connections would keep the process.
    setTimeout(() => connected.forEach(hangUp), GOODBYE_MS).unref();
    // `db.destroy` does nothing where no statement of Kysely's was run yet.
    return Promise.all([pool.end(), single.end()]).then(() => undefined);
  };
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: naming }) });
  const single = openAtOnce(servers, configOf);
  const connected = new Set<Client>();
  for (const each of [pool, single]) {
    each.on('connect', (client) => {
      connected.add(client);
      client.once('end', () => connected.delete(client));
    });
  }
  try {
    await servers.find();
    const clockAheadMs = await examineServer(naming);
    return {
      db,
      postgres: {
        pool,
        query: naming.query,
        connect: naming.connect,
        openClient: () => openClient(listening, configOf),
        async checkIdentity() {
          const { identity } = await naming.withClient(admit);
          return async (tx) => {
            if (identity) await touchDatabaseIdentity(tx, identity);
          };
        },
        askAtOnce: async <Row extends object>(statement: string) => (await single.query<Row>(statement)).rows[0],
        isPrepared,
        clockAheadMs,
      },
      close,
    };
  } catch (error) {
    await close();
    throw cannotOpen(error, servers, urls.length);
  }
}

/** It is not examined: the server that only reads says so by itself. */
function openAtOnce(servers: Servers, configOf: (url: string) => ClientConfig): Pool {
  class ClientAtOnce extends Client {
    constructor() {
      super({ ...configOf(servers.current()), connectionTimeoutMillis: AT_ONCE_MS, query_timeout: AT_ONCE_MS });
    }
  }
  const single = new Pool({ Client: ClientAtOnce, max: 1, connectionTimeoutMillis: AT_ONCE_MS });
  single.on('error', () => undefined);
  single.on('connect', (client) => client.on('error', () => undefined));
  return single;
}

const AT_ONCE_MS = 1_000;
const GOODBYE_MS = 5_000;

function urlsOf(address: string): string[] {
  const urls = postgresUrls(address);
  if (!urls) throw settingsError('DATABASE_URL: não é um endereço válido do PostgreSQL.');
  return urls;
}

async function openClient(servers: Servers, configOf: (url: string) => ClientConfig): Promise<Client> {
  await servers.find();
  const client = new Client(configOf(servers.current()));
  await client.connect();
  return client;
}

function configWith(limits: string[], isOneOfSeveral: boolean): (url: string) => ClientConfig {
  const settings = [...SESSION_SETTINGS, ...limits];
  return (url) => ({
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    application_name: `corte-final/${hostname()}-${process.pid}`.slice(0, 63),
    connectionTimeoutMillis: isOneOfSeveral ? OTHER_CONNECT_MS : CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    connectionString: url,
  });
}

const CONNECT_MS = 10_000;
/** Another server may have taken over. */
const OTHER_CONNECT_MS = 3_000;

/** Nobody looks at a page for longer. */
const VISITORS_SETTINGS = ['statement_timeout=10s'];
const PATIENT_SETTINGS = ['statement_timeout=60s'];

/** A machine that loses power must not keep a purchase locked for two hours. */
const SESSION_SETTINGS = [
  'idle_in_transaction_session_timeout=15s',
  'lock_timeout=5s',
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

function cannotOpen(error: unknown, servers: Servers, count: number): unknown {
  const cause = error instanceof Error && errorCode(error) === CONNECTION_LOST ? (error.cause ?? error) : error;
  const code = errorCode(cause);
  if (!code && !isConnectionTimeout(cause)) return error;
  if (code === 'settings') return error;
  const { hostname: host, port, username, pathname } = new URL(servers.current());
  const place = `${host || 'localhost'}, porta ${port || 5432}`;
  const words = { place, host, username, name: pathname.slice(1), message: messageOf(cause) };
  const rest = count > 1 ? ` Nenhum dos ${count} endereços aceita gravações.` : '';
  return settingsError(`DATABASE_URL: ${reasonOf(code, words)}${rest}`, error);
}

type Address = { place: string; host: string; username: string; name: string; message: string };

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function reasonOf(code: string, { place, host, username, name, message }: Address): string {
  switch (code) {
    case '':
      return `o PostgreSQL em ${place}, não respondeu a tempo.`;
    case 'ECONNREFUSED':
      return `nenhum PostgreSQL atende em ${place}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `o endereço ${host} não foi encontrado.`;
    case '53300':
      return `o PostgreSQL em ${place}, não tem mais conexões livres. Diminua DATABASE_POOL nos processos da loja, ou aumente max_connections lá.`;
    case '08P01':
      return `quem atende em ${place}, recusou a conexão (${message}). Um PgBouncer precisa de ignore_startup_parameters = options, e de max_client_conn para todas as conexões da loja.`;
    case '28P01':
    case '28000':
      return `o PostgreSQL em ${place}, recusou o usuário ${username} ou a senha dele.`;
    case READ_ONLY:
      return `o PostgreSQL em ${place}, só lê: é uma réplica. Informe o endereço do principal, ou os de todos, como postgres://usuario@servidor1:5432,servidor2:5432/loja.`;
    case '3D000':
      return `o banco de dados ${name} não existe. Crie-o antes, como com createdb ${name}.`;
    default:
      return `não foi possível abrir o banco de dados (${code}).`;
  }
}

function isConnectionTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/.test(error.message);
}

function readOnly(): Error {
  return Object.assign(new Error('This server only reads.'), { code: READ_ONLY });
}
