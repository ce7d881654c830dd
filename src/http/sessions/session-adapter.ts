import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteUserSessions,
  findSession,
  findSessionUser,
  insertSession,
  listUserSessions,
  updateSessionExpiry,
} from '#db/queries/access/sessions.ts';
import type { SessionRow } from '#db/tables/access.ts';
import type { Database } from '#db/tables.ts';

/** Lucia's own adapter for PostgreSQL stores the expiry as a timestamp, where this schema counts seconds. */
export function openSessionAdapter(db: Database): Adapter {
  return {
    async getSessionAndUser(id) {
      const [session, user] = await Promise.all([findSession(db, id), findSessionUser(db, id)]);
      return [session ? toSession(session) : null, user ? toUser(user) : null];
    },
    getUserSessions: async (userId) => (await listUserSessions(db, userId)).map(toSession),
    setSession: ({ id, userId, expiresAt, attributes }) =>
      insertSession(db, { id, user_id: userId, expires_at: inSeconds(expiresAt), ...attributes }),
    updateSessionExpiration: (id, expiresAt) => updateSessionExpiry(db, id, inSeconds(expiresAt)),
    deleteSession: (id) => deleteSession(db, id),
    deleteUserSessions: (userId) => deleteUserSessions(db, userId),
    deleteExpiredSessions: () => deleteExpiredSessions(db, inSeconds(new Date())),
  };
}

function toSession({ id, user_id, expires_at, ...row }: SessionRow): DatabaseSession {
  const { created_at, device, seen_at, isFactorMissing } = row;
  const attributes = { created_at, device, seen_at, isFactorMissing };
  return { id, userId: user_id, expiresAt: new Date(expires_at * 1000), attributes };
}

function toUser({ id, ...attributes }: { id: string } & DatabaseUser['attributes']): DatabaseUser {
  return { id, attributes };
}

function inSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
