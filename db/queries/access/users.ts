import type { Role } from '#src/wire/access/roles.ts';
import { updatesAny } from '../../results.ts';
import type { UserRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findUserById(db: Queryable, id: string): Promise<Pick<UserRow, 'name' | 'email'> | undefined> {
  return db.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirst();
}

export function findAnyAdministrator(db: Queryable): Promise<Pick<UserRow, 'id'> | undefined> {
  return db.selectFrom('users').select('id').where('isAdmin', '=', 1).executeTakeFirst();
}

export function listTeamNames(db: Queryable): Promise<Pick<UserRow, 'id' | 'name'>[]> {
  const team = db.selectFrom('users').select(['id', 'name']).where('role', 'is not', null).where('isActive', '=', 1);
  return team.orderBy('name').orderBy('id').execute();
}

/** Those of the team who have one of these roles, the first one first. */
export function listTeamOf(db: Queryable, roles: readonly Role[]): Promise<Pick<UserRow, 'id'>[]> {
  return db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', roles)
    .where('isActive', '=', 1)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Somebody of the team, who may sign in. */
export function findAdministrator(
  db: Queryable,
  id: string,
): Promise<Pick<UserRow, 'id' | 'name' | 'email' | 'role'> | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where('id', '=', id)
    .where('role', 'is not', null)
    .where('isActive', '=', 1)
    .executeTakeFirst();
}

export function findPasswordHash(db: Queryable, id: string): Promise<Pick<UserRow, 'passwordHash'> | undefined> {
  return db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst();
}

export async function hasPassword(db: Queryable, id: string): Promise<boolean> {
  return (await findPasswordHash(db, id))?.passwordHash !== NO_PASSWORD;
}

/** Nobody can sign in with what is no hash. */
export const NO_PASSWORD = '';

/** Returns false where the password was changed meanwhile. */
export function replacePasswordHash(db: Queryable, id: string, former: string, next: string): Promise<boolean> {
  const changed = db.updateTable('users').set({ passwordHash: next }).where('id', '=', id);
  return changed.where('passwordHash', '=', former).$call(updatesAny);
}

/** Returns false where the address was changed meanwhile. */
export function replaceUserEmail(db: Queryable, id: string, former: string, next: string): Promise<boolean> {
  const changed = db.updateTable('users').set({ email: next }).where('id', '=', id);
  return changed.where('email', '=', former).$call(updatesAny);
}

export async function insertUser(db: Queryable, user: UserRow): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

export async function updateUser(
  db: Queryable,
  id: string,
  change: Partial<Omit<UserRow, 'id' | 'isAdmin' | 'role'>>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

export async function voidPassword(db: Queryable, id: string): Promise<void> {
  await db.updateTable('users').set({ passwordHash: NO_PASSWORD }).where('id', '=', id).execute();
}
