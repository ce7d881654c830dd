import { sql } from 'kysely';
import type { SessionRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

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

/** `now` is in Unix seconds. */
export async function deleteExpiredSessions(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

export async function findSession(db: Queryable, id: string) {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findSessionUser(db: Queryable, sessionId: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.name', 'users.isAdmin', 'users.isActive', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
}

export async function listUserSessions(db: Queryable, userId: string) {
  return db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();
}

export async function insertSession(db: Queryable, session: Omit<SessionRow, 'gates' | 'confirmedAt'>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** `expiresAt` is in Unix seconds. */
export async function updateSessionExpiry(db: Queryable, id: string, expiresAt: number): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', id).execute();
}

/** `seenAt` is in Unix seconds. */
export async function updateSessionSeen(db: Queryable, id: string, seenAt: number): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: seenAt }).where('id', '=', id).execute();
}

/** `confirmedAt` is in Unix seconds. */
export async function updateSessionConfirmed(db: Queryable, id: string, confirmedAt: number): Promise<void> {
  await db.updateTable('sessions').set({ confirmedAt }).where('id', '=', id).execute();
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function deleteUserSessions(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function closeGatesOfOthers(db: Queryable, keptId: string): Promise<void> {
  await db.updateTable('sessions').set({ gates: '' }).where('id', '<>', keptId).execute();
}

/** Returns how many ended. */
export async function deleteOtherSessions(db: Queryable, userId: string, keptId: string): Promise<number> {
  const others = db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', keptId);
  return Number((await others.executeTakeFirst()).numDeletedRows);
}

/** Opens the rest of the back-office to those who waited for a second factor. */
export async function clearMissingFactor(db: Queryable, userId: string): Promise<void> {
  await db.updateTable('sessions').set({ isFactorMissing: 0 }).where('user_id', '=', userId).execute();
}
