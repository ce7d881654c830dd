import { deletesAny, findsAny, updatesAny } from '../../results.ts';
import type { PasskeyRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';
import { NO_PASSWORD } from './users.ts';

export async function insertPasskey(
  db: Queryable,
  passkey: Omit<PasskeyRow, 'lastUsedAt' | 'clonedAt'>,
): Promise<void> {
  await db
    .insertInto('passkeys')
    .values({ ...passkey, lastUsedAt: null, clonedAt: null })
    .execute();
}

export function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export function findPasskey(db: Queryable, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns false where another use counted at least as far meanwhile. */
export function updatePasskeyUse(
  db: Queryable,
  { id, former, counter, now }: { id: string; former: number; counter: number; now: string },
): Promise<boolean> {
  return db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', '=', former)
    .where('clonedAt', 'is', null)
    .$call(updatesAny);
}

/** Returns false where that is known. */
export function markPasskeyCloned(db: Queryable, id: string, now: string): Promise<boolean> {
  return db
    .updateTable('passkeys')
    .set({ clonedAt: now })
    .where('id', '=', id)
    .where('clonedAt', 'is', null)
    .$call(updatesAny);
}

export function renamePasskey(db: Queryable, userId: string, id: string, name: string): Promise<boolean> {
  return db.updateTable('passkeys').set({ name }).where('id', '=', id).where('userId', '=', userId).$call(updatesAny);
}

export function deletePasskey(db: Queryable, userId: string, id: string): Promise<boolean> {
  return db.deleteFrom('passkeys').where('id', '=', id).where('userId', '=', userId).$call(deletesAny);
}

/** Those of a person that were made since. */
export async function deletePasskeysSince(db: Queryable, userId: string, since: string): Promise<void> {
  await db.deleteFrom('passkeys').where('userId', '=', userId).where('createdAt', '>=', since).execute();
}

/** Whoever has both is named with the passkey. */
export async function listFactorHolders(db: Queryable): Promise<{ userId: string; kind: 'passkey' | 'code' }[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('codeApps', (join) =>
      join.onRef('codeApps.userId', '=', 'users.id').on('codeApps.confirmedAt', 'is not', null),
    )
    .select(({ exists, selectFrom }) => [
      'users.id as userId',
      'codeApps.userId as appOf',
      exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'users.id')).as(
        'hasPasskey',
      ),
    ])
    .where('users.isAdmin', '=', 1)
    .where('users.isActive', '=', 1)
    .execute();
  return rows
    .filter(({ appOf, hasPasskey }) => hasPasskey || appOf)
    .map(({ userId, hasPasskey }) => ({ userId, kind: hasPasskey ? 'passkey' : 'code' }));
}

/** Those of the team to whom nothing else opens the account: without a password, or without a code that goes with it. */
export async function listNamesByPasskeyAlone(db: Queryable, domain: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('name')
    .where('role', 'is not', null)
    .where('isActive', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('passkeys')
          .select('passkeys.id')
          .whereRef('passkeys.userId', '=', 'users.id')
          .where('domain', '=', domain)
          .where('clonedAt', 'is', null),
      ),
    )
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const app = selectFrom('codeApps').select('codeApps.userId').whereRef('codeApps.userId', '=', 'users.id');
      const codes = selectFrom('recoveryCodes').select('hash').whereRef('recoveryCodes.userId', '=', 'users.id');
      const hasCode = or([exists(app.where('confirmedAt', 'is not', null)), exists(codes.where('usedAt', 'is', null))]);
      return not(and([eb('passwordHash', '<>', NO_PASSWORD), hasCode]));
    })
    .orderBy('name')
    .orderBy('users.id')
    .execute();
  return rows.map(({ name }) => name);
}

export function hasPasskeysOf(db: Queryable, domain: string): Promise<boolean> {
  return db.selectFrom('passkeys').where('domain', '=', domain).where('clonedAt', 'is', null).$call(findsAny);
}
