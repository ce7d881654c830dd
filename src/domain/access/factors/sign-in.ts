import { findAdministrator } from '#db/queries/access/users.ts';
import type { User } from '#src/wire/access/auth.ts';
import type { PasskeySignIn, SecondFactor } from '#src/wire/access/factor-forms.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import type { Challenge } from '#src/wire/access/factors.ts';
import { takeOrRefuse } from '../../rate-limits.ts';
import { invalid, isRefusal, refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { recordRefusedSignIn } from '../sign-in-audit.ts';
import { challengeOver, openChallenge, readChallenge, useChallenge } from './challenges.ts';
import { checkCode } from './check-code.ts';
import { findFactorKinds } from './factor-kinds.ts';
import { judgeAssertion } from './judge-assertion.ts';

/** After the right password: throws what asks for a second factor, where the person has one. */
export async function askSecondFactor(shop: Shop, userId: string): Promise<void> {
  const kinds = await findFactorKinds(shop, userId);
  if (!kinds) return;
  const challengeId = await openChallenge(shop, 'second_factor', userId);
  const sentence = kinds.length > 0 ? FACTOR_TEXTS.required : FACTOR_TEXTS.noneLeft;
  throw refusal('unauthenticated', 'second_factor_required', sentence, { proof: { challengeId, kinds } });
}

/** For a browser that offers passkeys before anybody said who comes. */
export async function openPasskeySignIn(shop: Shop, clientNetwork: string): Promise<Challenge> {
  await takeOrRefuse(shop, 'passkeyChallenges', clientNetwork);
  return { challengeId: await openChallenge(shop, 'passkey', null) };
}

/** A passkey is both factors: the device, and whom it knew. */
export async function enterByPasskey(
  shop: Shop,
  { challengeId, assertion }: PasskeySignIn,
  clientNetwork: string,
): Promise<User> {
  await takeOrRefuse(shop, 'secondFactors', clientNetwork);
  await useChallenge(shop, 'passkey', challengeId);
  return enter(shop, await judgeAssertion(shop, assertion, challengeId));
}

/** A wrong code leaves the challenge open, for as often as wrong codes are judged. */
export async function enterBySecondFactor(
  shop: Shop,
  { challengeId, code, assertion }: SecondFactor,
  clientNetwork: string,
): Promise<User> {
  await takeOrRefuse(shop, 'secondFactors', clientNetwork);
  if (assertion) {
    const userId = await useChallenge(shop, 'second_factor', challengeId);
    if ((await judgeAssertion(shop, assertion, challengeId)) !== userId) {
      throw refusal('unauthenticated', 'passkey_refused', FACTOR_TEXTS.refused);
    }
    return enter(shop, userId);
  }
  if (code === undefined) throw invalid('code', FACTOR_TEXTS.noCode);
  const userId = await readChallenge(shop, 'second_factor', challengeId);
  if (userId === null) throw challengeOver();
  await judgeCode(shop, userId, code);
  await useChallenge(shop, 'second_factor', challengeId);
  return enter(shop, userId);
}

async function judgeCode(shop: Shop, userId: string, code: string): Promise<void> {
  try {
    await checkCode(shop, userId, code);
  } catch (error) {
    if (isRefusal(error) && error.kind === 'invalid') await recordRefusedSignIn(shop, { id: userId, isAdmin: 1 });
    throw error;
  }
}

async function enter(shop: Shop, userId: string): Promise<User> {
  const found = await findAdministrator(shop.db, userId);
  if (!found) throw refusal('unauthenticated', 'passkey_refused', FACTOR_TEXTS.refused);
  return { id: found.id, email: found.email, name: found.name, isAdmin: true, role: found.role };
}
