import { settingsError } from '#src/wire/basics/settings-error.ts';
import type { NamingPool } from './naming-pool.ts';

/** Returns how far this machine's clock is ahead. */
export async function examineServer({ query }: Pick<NamingPool, 'query'>): Promise<number> {
  const sentAt = Date.now();
  const { rows } = await query<ServerSettings>({ text: READ_SETTINGS });
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
