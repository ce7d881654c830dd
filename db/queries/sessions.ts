import { sql } from 'kysely';
import type { Queryable } from '../tables.ts';

/** Notes that a session has passed one more password gate. */
export async function updateSessionGates(db: Queryable, sessionId: string, gate: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ gates: sql`gates || ${`,${gate}`}` })
    .where('id', '=', sessionId)
    .where(sql<string>`gates || ','`, 'not like', `%,${gate},%`)
    .execute();
}

/** `now` in Unix seconds. */
export async function deleteExpiredSessions(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
