import { Kysely, PostgresDialect, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { holdFreeKeys } from '../../queries/keys/held-keys.ts';
import { findDatabaseIdentity, replaceDatabaseIdentity } from '../../queries/upkeep/database-identity.ts';
import { insertFailover } from '../../queries/upkeep/failovers.ts';
import type { Tables } from '../../tables.ts';
import { inTransaction, oneAtATime } from '../../transactions.ts';
import { type Identity, isSameIdentity } from './standing.ts';

/** So many free keys are off sale, because sales since then may be missing. */
export type Failover = { since: string; heldKeys: number };

export type IdentityGuard = {
  /** To be called with each new connection before anybody uses it; throws where the server is one that was replaced. */
  admit(client: ClientBase, identity: Identity): Promise<void>;
};

/**
 * A server that took over, or was brought back to a moment, may lack the last sales: its free keys may be a buyer's. None of
 * them is sold until a person has said what became of them.
 */
export function guardIdentity(onFailover: (failover: Failover) => void): IdentityGuard {
  let admitted: Identity | undefined;
  return {
    async admit(client, identity) {
      if (admitted && isSameIdentity(admitted, identity)) return;
      if (admitted && isFormer(identity, admitted)) throw replacedServer();
      const { isKnown, failover } = await compare(client, identity);
      if (failover) onFailover(failover);
      if (isKnown) admitted = identity;
    },
  };
}

function isFormer(one: Identity, other: Identity): boolean {
  return one.systemId === other.systemId && one.timeline < other.timeline;
}

async function compare(
  client: ClientBase,
  identity: Identity,
): Promise<{ isKnown: boolean; failover: Failover | undefined }> {
  const db = over(client);
  if (!(await hasTable(db))) return { isKnown: false, failover: undefined };
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    await oneAtATime(tx, 'identity');
    const known = await findDatabaseIdentity(tx);
    if (!known || isSameIdentity(known, identity)) return { isKnown: known !== undefined, failover: undefined };
    const now = new Date().toISOString();
    const failover = { since: known.seenAt, heldKeys: await holdFreeKeys(tx, now) };
    await insertFailover(tx, { ...failover, at: now });
    await replaceDatabaseIdentity(tx, identity);
    return { isKnown: true, failover };
  });
}

/** An older version of the store has none, nor has a new database. */
async function hasTable(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('"databaseIdentity"')::text as name`.execute(
    db,
  );
  return rows[0]?.name !== null;
}

function over(client: ClientBase): Kysely<Tables> {
  const connection = {
    query: async (text: string, values: readonly unknown[]) => client.query({ text, values: [...values] }),
    release: () => undefined,
  };
  const pool = { options: {}, connect: async () => connection, end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

function replacedServer(): Error {
  return Object.assign(new Error('This server was replaced by another one.'), { code: '08006' });
}
