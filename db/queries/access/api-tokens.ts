import type { Role } from '#src/wire/access/roles.ts';
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

/** Returns undefined for one that is unknown, revoked or expired, or whose maker has left; the role is its maker's. */
export function findLiveToken(
  db: Queryable,
  hash: string,
  now: string,
): Promise<(ApiTokenRow & { role: Role }) | undefined> {
  return db
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.id', 'apiTokens.createdBy')
    .selectAll('apiTokens')
    .select((row) => row.ref('users.role').$notNull().as('role'))
    .where('hash', '=', hash)
    .where('revokedAt', 'is', null)
    .where((row) => row.or([row('expiresAt', 'is', null), row('expiresAt', '>', now)]))
    .where('users.role', 'is not', null)
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

export async function revokeTokensOf(db: Queryable, makerId: string, now: string): Promise<void> {
  await db
    .updateTable('apiTokens')
    .set({ revokedAt: now })
    .where('createdBy', '=', makerId)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Those that a person made since. */
export async function revokeTokensSince(
  db: Queryable,
  { createdBy, since, now }: { createdBy: string; since: string; now: string },
): Promise<void> {
  await db
    .updateTable('apiTokens')
    .set({ revokedAt: now })
    .where('createdBy', '=', createdBy)
    .where('createdAt', '>=', since)
    .where('revokedAt', 'is', null)
    .execute();
}
