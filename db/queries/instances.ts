import { type Insertable, sql } from 'kysely';
import type { Queryable, Tables } from '../tables.ts';

/** The processes that share a PostgreSQL, by its own clock, since theirs may differ; SQLite's one process has no row. */
export async function recordInstance(db: Queryable, instance: Omit<NewInstance, 'seenAt' | 'beats'>): Promise<void> {
  await db
    .insertInto('instances')
    .values({ ...instance, seenAt: ago(0) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        seenAt: ago(0),
        isLeader: instance.isLeader,
        beats: row('instances.beats', '+', 1),
      })),
    )
    .execute();
}

type NewInstance = Insertable<Tables['instances']>;

export function listInstances(db: Queryable, seenWithinMs: number) {
  return db
    .selectFrom('instances')
    .select(['id', 'host', 'pid', 'version', 'startedAt', 'seenAt', 'isLeader', 'hasWorker'])
    .where('seenAt', '>', ago(seenWithinMs))
    .orderBy('startedAt')
    .orderBy('id')
    .execute();
}

export async function deleteInstance(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('instances').where('id', '=', id).execute();
}

export async function deleteInstancesUnseen(db: Queryable, forMs: number): Promise<void> {
  await db.deleteFrom('instances').where('seenAt', '<', ago(forMs)).execute();
}

export async function deleteExpiredLimits(db: Queryable, before: number): Promise<void> {
  await db.deleteFrom('sharedLimits').where('expire', '<', before).execute();
}

const ago = (ms: number) =>
  sql<string>`to_char((clock_timestamp() - ${ms} * interval '1 ms') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
