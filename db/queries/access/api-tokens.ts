import { countRows, updatesAny } from '../../results.ts';
import { plain } from '../../schema/plain-text.ts';
import type { ApiTokenRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export async function insertToken(
  db: Queryable,
  token: Omit<ApiTokenRow, 'words' | 'lastUsedAt' | 'revokedAt'>,
): Promise<void> {
  await db
    .insertInto('apiTokens')
    .values({ ...token, words: plain(`Token ${token.name}`), lastUsedAt: null, revokedAt: null })
    .execute();
}

/** Those that were not revoked, the newest first. */
export function listTokens(db: Queryable) {
  return db
    .selectFrom('apiTokens')
    .leftJoin('users', 'users.id', 'apiTokens.createdBy')
    .selectAll('apiTokens')
    .select('users.name as createdByName')
    .where('revokedAt', 'is', null)
    .orderBy('apiTokens.createdAt', 'desc')
    .orderBy('apiTokens.id', 'desc')
    .execute();
}

export function countTokens(db: Queryable): Promise<number> {
  return db.selectFrom('apiTokens').where('revokedAt', 'is', null).$call(countRows);
}

/** Returns undefined for one that is unknown, revoked or expired, or whose maker is no administrator any more. */
export function findLiveToken(db: Queryable, hash: string, now: string): Promise<ApiTokenRow | undefined> {
  return db
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.id', 'apiTokens.createdBy')
    .selectAll('apiTokens')
    .where('hash', '=', hash)
    .where('revokedAt', 'is', null)
    .where((row) => row.or([row('expiresAt', 'is', null), row('expiresAt', '>', now)]))
    .where('users.isAdmin', '=', 1)
    .where('users.isActive', '=', 1)
    .executeTakeFirst();
}

export async function updateTokenUse(db: Queryable, id: string, now: string): Promise<void> {
  await db.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', id).execute();
}

export function revokeToken(db: Queryable, id: string, now: string): Promise<boolean> {
  return db
    .updateTable('apiTokens')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .$call(updatesAny);
}
