import { deletesAny, updatesAny } from '../../results.ts';
import type { CodeAppRow, RecoveryCodeRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export function findCodeApp(db: Queryable, userId: string): Promise<CodeAppRow | undefined> {
  return db.selectFrom('codeApps').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Replaces one that was not confirmed, and no other; returns false then. */
export async function startCodeApp(
  db: Queryable,
  app: Pick<CodeAppRow, 'userId' | 'secret' | 'createdAt'>,
): Promise<boolean> {
  const { secret, createdAt } = app;
  const started = await db
    .insertInto('codeApps')
    .values({ ...app, confirmedAt: null })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret, createdAt }).where('codeApps.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  return started !== undefined;
}

/** Returns false where it was confirmed, or begun anew, meanwhile. */
export function confirmCodeApp(
  db: Queryable,
  { userId, secret, step, now }: { userId: string; secret: string; step: number; now: string },
): Promise<boolean> {
  return db
    .updateTable('codeApps')
    .set({ confirmedAt: now, lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is', null)
    .$call(updatesAny);
}

/** Returns false for a step whose code, or a later one's, was used. */
export function takeCodeStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  return db
    .updateTable('codeApps')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .where('confirmedAt', 'is not', null)
    .$call(updatesAny);
}

export function deleteCodeApp(db: Queryable, userId: string): Promise<boolean> {
  return db.deleteFrom('codeApps').where('userId', '=', userId).$call(deletesAny);
}

export async function deleteCodeAppSince(db: Queryable, userId: string, since: string): Promise<void> {
  await db
    .deleteFrom('codeApps')
    .where('userId', '=', userId)
    .where((where) => where.or([where('confirmedAt', 'is', null), where('confirmedAt', '>=', since)]))
    .execute();
}

export async function insertRecoveryCodes(db: Queryable, codes: Omit<RecoveryCodeRow, 'usedAt'>[]): Promise<void> {
  await db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ ...code, usedAt: null })))
    .execute();
}

export function listRecoveryCodes(db: Queryable, userId: string): Promise<RecoveryCodeRow[]> {
  return db.selectFrom('recoveryCodes').selectAll().where('userId', '=', userId).execute();
}

/** Returns false for one that is unknown or used; one of two at once gets it. */
export function takeRecoveryCode(db: Queryable, { userId, hash, usedAt }: RecoveryCodeRow): Promise<boolean> {
  return db
    .updateTable('recoveryCodes')
    .set({ usedAt })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .$call(updatesAny);
}

export async function deleteRecoveryCodes(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}
