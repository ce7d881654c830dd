import { sql } from 'kysely';
import type { Role } from '#src/wire/access/roles.ts';
import { countRows, findsAny, updatesAny } from '../../results.ts';
import type { UserRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export type MemberRow = Pick<UserRow, 'id' | 'name' | 'email' | 'createdAt'> & {
  role: Role;
  /** The first is in Unix seconds. */
  seenAt: number | null;
  signedInAt: string | null;
};

export function listMembers(db: Queryable): Promise<MemberRow[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'createdAt'])
    .select((row) => [
      row.ref('users.role').$notNull().as('role'),
      row
        .selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select(({ fn }) => fn.max<number | null>(sql<number>`coalesce("seen_at", "created_at")`).as('seen'))
        .as('seenAt'),
      row
        .selectFrom('audit')
        .select('audit.at')
        .where('audit.entity', '=', 'user')
        .whereRef('audit.entityId', '=', 'users.id')
        .where('audit.action', '=', 'access.sign_in')
        .orderBy('audit.id', 'desc')
        .limit(1)
        .as('signedInAt'),
    ])
    .where('role', 'is not', null)
    .where('isActive', '=', 1)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export function findMember(
  db: Queryable,
  id: string,
): Promise<(Pick<UserRow, 'id' | 'name'> & { role: Role }) | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .select((row) => row.ref('users.role').$notNull().as('role'))
    .where('id', '=', id)
    .where('role', 'is not', null)
    .where('isActive', '=', 1)
    .executeTakeFirst();
}

export function countOtherOwners(db: Queryable, id: string): Promise<number> {
  return db
    .selectFrom('users')
    .where('role', '=', 'owner')
    .where('isActive', '=', 1)
    .where('id', '<>', id)
    .$call(countRows);
}

/** Returns false where it was changed meanwhile. */
export function replaceRole(db: Queryable, id: string, former: Role, next: Role): Promise<boolean> {
  const changed = db.updateTable('users').set({ role: next }).where('id', '=', id);
  return changed.where('role', '=', former).$call(updatesAny);
}

/** The account stays, since the trail names it, and opens nothing. */
export async function closeMember(db: Queryable, id: string): Promise<void> {
  await db.updateTable('users').set({ isAdmin: 0, role: null, isActive: 0 }).where('id', '=', id).execute();
}

/** All that the person could prove with, and what would make it anew. */
export async function deleteFactorsOf(db: Queryable, userId: string): Promise<void> {
  for (const table of ['passkeys', 'codeApps', 'recoveryCodes', 'knownDevices', 'accountAlerts'] as const) {
    await db.deleteFrom(table).where('userId', '=', userId).execute();
  }
}

/** For whoever comes back under an address of before. */
export async function reopenMember(
  db: Queryable,
  id: string,
  member: Pick<UserRow, 'name' | 'passwordHash'> & { role: Role },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...member, isAdmin: 1, isActive: 1 })
    .where('id', '=', id)
    .execute();
}

/** Also one that was closed. */
export function isAffiliateAccount(db: Queryable, userId: string): Promise<boolean> {
  return db.selectFrom('affiliates').where('userId', '=', userId).$call(findsAny);
}
