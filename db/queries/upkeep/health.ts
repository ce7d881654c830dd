import { sql } from 'kysely';
import type { Work } from '#src/wire/upkeep/health.ts';
import { isSqlite } from '../../engine.ts';
import type { PostgresServer } from '../../engines/postgres.ts';
import type { Queryable } from '../../tables.ts';

export type ServerState = {
  /** It is a standby, or its owner lets nobody write. */
  isReadOnly: boolean;
  /** The last step of the schema that code must know. */
  floor: string;
};

/** Fails where the database does not answer. No table that somebody may have locked is asked of PostgreSQL. */
export async function readServer(db: Queryable, postgres: Pick<PostgresServer, 'askAtOnce'> | undefined) {
  if (postgres) {
    const state = await postgres.askAtOnce<ServerState>(READ_SERVER);
    return state ?? { isReadOnly: false, floor: '' };
  }
  await sql`select 1 from categories limit 1`.execute(db);
  return { isReadOnly: false, floor: '' };
}

const READ_SERVER = `select
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
  coalesce((select max(name) from "schemaFloor"), '') as floor`;

/**
 * Changes with every write of any process but the beats. PostgreSQL counts the transactions that have written, less the
 * beats, and names those under way: it is equal where the same ones are committed.
 */
export async function findDataVersion(db: Queryable): Promise<string> {
  const version = isSqlite(db)
    ? sql<{ version: string }>`select total_changes() || ' ' || data_version as version from pragma_data_version`
    : sql<{ version: string }>`
        select (pg_snapshot_xmax(seen)::text::numeric - (select coalesce(sum(beats), 0) from instances))::text || ' ' ||
          array(select pg_snapshot_xip(seen))::text as version
        from pg_current_snapshot() as seen`;
  const { rows } = await version.execute(db);
  return rows[0]?.version ?? '';
}

/**
 * In seconds, of the replica that is furthest behind; null where none is, or none is shown to this user. One that says nothing
 * any more lags since its last word, whose time is by its own clock: PostgreSQL keeps the lag that it measured last.
 */
export async function findReplicationLag(db: Queryable): Promise<number | null> {
  const { rows } = await sql<{ lag: string | null }>`
    select max(case when replay_lsn < pg_current_wal_lsn()
      then extract(epoch from greatest(replay_lag, clock_timestamp() - reply_time, interval '0')) else 0 end) as lag
    from pg_stat_replication where state is not null`.execute(db);
  return rows[0]?.lag == null ? null : Number(rows[0].lag);
}

export async function describeDatabase(
  db: Queryable,
): Promise<{ engine: 'sqlite' | 'postgres'; engineVersion: string; databaseBytes: number }> {
  const facts = isSqlite(db)
    ? sql<Facts>`select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count, pragma_page_size`
    : sql<Facts>`select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database()) as bytes`;
  const { rows } = await facts.execute(db);
  const { version = '', bytes = 0 } = rows[0] ?? {};
  return { engine: isSqlite(db) ? 'sqlite' : 'postgres', engineVersion: version, databaseBytes: bytes };
}

type Facts = { version: string; bytes: number };

/** The oldest work that no process has begun has been due since then; null where none is. */
export async function findOldestDue(db: Queryable, now: string): Promise<Record<Work, string | null>> {
  // Notices wait for their turn and for the account's quota, which is no delay.
  const oldestMail = db
    .selectFrom('outbox')
    .select((row) => row.fn.min('nextAttemptAt').as('since'))
    .where('state', '=', sql.lit('waiting'))
    .where('isNotice', '=', 0)
    .where('nextAttemptAt', '<=', now);
  const oldestWebhook = db
    .selectFrom('webhookInbox')
    .select((row) => row.fn.min('nextAttemptAt').as('since'))
    .where('state', '=', sql.lit('waiting'))
    .where('nextAttemptAt', '<=', now);
  const oldestPoll = db
    .selectFrom('purchases')
    .select((row) => row.fn.min('nextCheckAt').as('since'))
    .where('nextCheckAt', '<=', now);
  return db
    .selectNoFrom([oldestMail.as('mail'), oldestWebhook.as('webhooks'), oldestPoll.as('polls')])
    .executeTakeFirstOrThrow();
}
