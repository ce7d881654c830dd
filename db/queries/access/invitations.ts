import { countRows, updatesAny } from '../../results.ts';
import type { InvitationRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export async function insertInvitation(db: Queryable, invitation: Omit<InvitationRow, 'endedAt'>): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ ...invitation, endedAt: null })
    .execute();
}

/** Those without an answer, the oldest first. */
export function listOpenInvitations(db: Queryable): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('endedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export function countOpenInvitations(db: Queryable): Promise<number> {
  return db.selectFrom('invitations').where('endedAt', 'is', null).$call(countRows);
}

export function findInvitation(db: Queryable, id: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findOpenInvitationOf(db: Queryable, email: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
}

export function findInvitationByHash(db: Queryable, tokenHash: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

/** Returns false where it has ended already; one of two at once gets it. */
export function endInvitation(db: Queryable, id: string, now: string): Promise<boolean> {
  return db
    .updateTable('invitations')
    .set({ endedAt: now })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .$call(updatesAny);
}

/** Those that a person sent since. */
export async function endInvitationsOf(db: Queryable, invitedBy: string, now: string, since = ''): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ endedAt: now })
    .where('invitedBy', '=', invitedBy)
    .where('createdAt', '>=', since)
    .where('endedAt', 'is', null)
    .execute();
}

export async function deleteInvitationsBefore(db: Queryable, expiresAt: string): Promise<void> {
  await db.deleteFrom('invitations').where('expiresAt', '<=', expiresAt).execute();
}
