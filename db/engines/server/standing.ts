import { type Client, type ClientBase, DatabaseError, type QueryConfig } from 'pg';
import { errorCode } from '#src/wire/basics/error-code.ts';

/** What a server says of itself. */
export type Standing = {
  /** A replica, or one whose owner lets nobody write. */
  isReadOnly: boolean;
  /** A pooler in between tells the client another number. */
  backend: number;
  identity: Identity | null;
};

/** A promoted replica and a restore to a moment begin a new timeline; a copy by its rows has another system. It is null where the provider tells nobody. */
export type Identity = { systemId: string; timeline: number };

export async function readStanding(client: ClientBase, withinMs = ANSWER_MS): Promise<Standing> {
  const row = await read<StandingRow>(client, WITH_IDENTITY, withinMs).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || !IS_SECRET.has(errorCode(error))) throw error;
    return read<StandingRow>(client, WITHOUT_IDENTITY, withinMs);
  });
  const { isReadOnly, backend, systemId, timeline } = row;
  return { isReadOnly, backend, identity: systemId === null || timeline === null ? null : { systemId, timeline } };
}

export function isSameIdentity(one: Identity, other: Identity): boolean {
  return one.systemId === other.systemId && one.timeline === other.timeline;
}

type StandingRow = { isReadOnly: boolean; backend: number; systemId: string | null; timeline: number | null };

/** The control file has the new timeline only after a checkpoint, the name of the journal's file at once. */
const WITH_IDENTITY = statement(
  '(select system_identifier::text from pg_control_system())',
  "case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint end",
);
const WITHOUT_IDENTITY = statement('null', 'null');

function statement(systemId: string, timeline: string): string {
  return `select current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_backend_pid() as backend,
    ${systemId} as "systemId", ${timeline} as timeline`;
}

/** Not allowed, unknown function, not offered. */
const IS_SECRET = new Set(['42501', '42883', '0A000']);

async function read<Row extends object>(client: ClientBase, text: string, withinMs: number): Promise<Row> {
  const {
    rows: [row],
  } = await client.query<Row>({ text, query_timeout: withinMs } as QueryConfig);
  if (!row) throw new Error('The server says nothing of itself.');
  return row;
}

const ANSWER_MS = 10_000;

/** Ends it also where the other side has vanished, since nobody waits for its goodbye. */
export function hangUp(client: Client): void {
  client.connection.stream.destroy();
}
