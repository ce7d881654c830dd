import type { ChallengeRow } from '../../tables/address.ts';
import type { Queryable } from '../../tables.ts';

export async function insertChallenge(db: Queryable, challenge: ChallengeRow): Promise<void> {
  const { response, expiresAt } = challenge;
  await db
    .insertInto('challenges')
    .values(challenge)
    .onConflict((conflict) => conflict.column('token').doUpdateSet({ response, expiresAt }))
    .execute();
}

export function findHttpChallenge(db: Queryable, token: string, now: string) {
  return db
    .selectFrom('challenges')
    .select('response')
    .where('token', '=', token)
    .where('kind', '=', 'http')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

export function listAlpnChallenges(db: Queryable, now: string): Promise<Pick<ChallengeRow, 'domain' | 'response'>[]> {
  return db
    .selectFrom('challenges')
    .select(['domain', 'response'])
    .where('kind', '=', 'alpn')
    .where('expiresAt', '>', now)
    .execute();
}

export async function deleteChallenge(db: Queryable, token: string): Promise<void> {
  await db.deleteFrom('challenges').where('token', '=', token).execute();
}

export async function deleteExpiredChallenges(db: Queryable, now: string): Promise<void> {
  await db.deleteFrom('challenges').where('expiresAt', '<=', now).execute();
}
