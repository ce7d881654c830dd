import { randomBytes } from 'node:crypto';
import {
  deleteChallengesBefore,
  findChallenge,
  insertChallenge,
  takeChallenge,
} from '#db/queries/access/sign-in-challenges.ts';
import type { ChallengePurpose } from '#db/tables/access.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { hashOfToken } from '../../tokens.ts';

type Books = Pick<Shop, 'db' | 'clock'>;

/** The id is what a passkey signs, too; the database has its hash. */
export async function openChallenge({ db, clock }: Books, purpose: ChallengePurpose, userId: string | null) {
  const challengeId = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS).toISOString();
  await insertChallenge(db, { hash: hashOfToken(challengeId), purpose, userId, expiresAt });
  return challengeId;
}

/** Returns whose it is, where it can still be used; a wrong code leaves it open. */
export async function readChallenge({ db, clock }: Books, purpose: ChallengePurpose, challengeId: string) {
  const now = clock.now().toISOString();
  const found = await findChallenge(db, { hash: hashOfToken(challengeId), purpose, now });
  if (!found) throw challengeOver();
  return found.userId;
}

/** Uses it up, whatever comes of it. */
export async function useChallenge({ db, clock }: Books, purpose: ChallengePurpose, challengeId: string) {
  const now = clock.now().toISOString();
  const taken = await takeChallenge(db, { hash: hashOfToken(challengeId), purpose, now });
  if (!taken) throw challengeOver();
  return taken.userId;
}

export async function clearOldChallenges({ db, clock }: Shop): Promise<void> {
  await deleteChallengesBefore(db, clock.now().toISOString());
}

export function challengeOver() {
  return refusal('unauthenticated', 'challenge_over', FACTOR_TEXTS.over);
}

const CHALLENGE_MS = 10 * MINUTE_MS;
