import type { ChallengePurpose, SignInChallengeRow } from '../../tables/access.ts';
import type { Queryable } from '../../tables.ts';

export async function insertChallenge(db: Queryable, challenge: SignInChallengeRow): Promise<void> {
  await db.insertInto('signInChallenges').values(challenge).execute();
}

type Asked = { hash: string; purpose: ChallengePurpose; now: string };

export function findChallenge(db: Queryable, { hash, purpose, now }: Asked): Promise<SignInChallengeRow | undefined> {
  return db
    .selectFrom('signInChallenges')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Returns undefined for one that is unknown, used or over; one of two at once gets it. */
export function takeChallenge(db: Queryable, { hash, purpose, now }: Asked): Promise<SignInChallengeRow | undefined> {
  return db
    .deleteFrom('signInChallenges')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteChallengesOf(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('signInChallenges').where('userId', '=', userId).execute();
}

export async function deleteChallengesBefore(db: Queryable, moment: string): Promise<void> {
  await db.deleteFrom('signInChallenges').where('expiresAt', '<=', moment).execute();
}
