import { sql } from 'kysely';
import type { Queryable } from '../tables.ts';

export async function updateSessionGates(db: Queryable, sessionId: string, gate: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ gates: sql`gates || ${`,${gate}`}` })
    .where('id', '=', sessionId)
    .where(sql<string>`gates || ','`, 'not like', `%,${gate},%`)
    .execute();
}

export async function findSessionGates(db: Queryable, sessionId: string): Promise<string[]> {
  const session = await db.selectFrom('sessions').select('gates').where('id', '=', sessionId).executeTakeFirst();
  return session?.gates.split(',').filter(Boolean) ?? [];
}

/** `now` in Unix seconds. */
export async function deleteExpiredSessions(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
