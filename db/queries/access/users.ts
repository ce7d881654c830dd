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

/** Those who can act. */
export function listAdministrators(db: Queryable): Promise<Pick<UserRow, 'id'>[]> {
  return db.selectFrom('users').select('id').where('isAdmin', '=', 1).where('isActive', '=', 1).execute();
}

export function findAdministrator(db: Queryable, id: string): Promise<Pick<UserRow, 'name' | 'email'> | undefined> {
  return db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', id)
    .where('isAdmin', '=', 1)
    .where('isActive', '=', 1)
    .executeTakeFirst();
}

export function findPasswordHash(db: Queryable, id: string): Promise<Pick<UserRow, 'passwordHash'> | undefined> {
  return db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst();
}

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
  change: Partial<Omit<UserRow, 'id' | 'isAdmin'>>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}
