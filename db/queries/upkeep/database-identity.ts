import { sql } from 'kysely';
import type { DatabaseIdentityRow } from '../../tables/upkeep.ts';
import type { Queryable } from '../../tables.ts';

type Identity = Pick<DatabaseIdentityRow, 'systemId' | 'timeline'>;

export function findDatabaseIdentity(db: Queryable): Promise<DatabaseIdentityRow | undefined> {
  return db.selectFrom('databaseIdentity').selectAll().executeTakeFirst();
}

/** Notes by the server's clock that the shop writes to it; changes nothing where another one is known. */
export async function touchDatabaseIdentity(db: Queryable, { systemId, timeline }: Identity): Promise<void> {
  await db
    .insertInto('databaseIdentity')
    .values({ id: 1, systemId, timeline, seenAt: NOW })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ seenAt: NOW })
        .where('databaseIdentity.systemId', '=', systemId)
        .where('databaseIdentity.timeline', '=', timeline),
    )
    .execute();
}

export async function replaceDatabaseIdentity(db: Queryable, { systemId, timeline }: Identity): Promise<void> {
  await db.updateTable('databaseIdentity').set({ systemId, timeline, seenAt: NOW }).execute();
}

const NOW = sql<string>`to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
