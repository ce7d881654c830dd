import { findSession, updateSessionConfirmed } from '#db/queries/access/sessions.ts';
import { hasPassword } from '#db/queries/access/users.ts';
import type { ConfirmIdentity } from '#src/wire/access/factor-forms.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import type { Challenge } from '#src/wire/access/factors.ts';
import { ACCOUNT_TEXTS } from '#src/wire/access/own-account.ts';
import { MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import type { Actor } from '../../audit/audit.ts';
import { invalid, refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { expectOwnPassword } from '../own-password.ts';
import { openChallenge, useChallenge } from './challenges.ts';
import { checkCode } from './check-code.ts';
import { findConfirmKinds, findFactorKinds } from './factor-kinds.ts';
import { judgeAssertion } from './judge-assertion.ts';

type Here = { sessionId: string };

/** Money, exports and what opens the shop to others want the person again, since a session may be in somebody else's hands. Signing in counts. */
export async function requireIdentity(shop: Shop, actor: Actor, { sessionId }: Here): Promise<void> {
  const session = await findSession(shop.db, sessionId);
  const provenAt = Math.max(session?.created_at ?? 0, session?.confirmedAt ?? 0);
  if (shop.clock.now().getTime() - provenAt * SECOND_MS < PROVEN_MS) return;
  throw refusal('forbidden', 'confirm_identity', FACTOR_TEXTS.confirm, {
    proof: { kinds: await findConfirmKinds(shop, actor.id) },
  });
}

/** For what a password alone opens: whoever has none proves by the factor. */
export async function expectPasswordOrFactor(
  shop: Shop,
  actor: Actor,
  typed: string | undefined,
  here: Here,
): Promise<void> {
  if (!(await hasPassword(shop.db, actor.id))) return requireIdentity(shop, actor, here);
  if (typed === undefined) throw invalid('current', ACCOUNT_TEXTS.noPassword);
  await expectOwnPassword(shop, actor, typed);
}

export async function openConfirmation(shop: Shop, actor: Actor): Promise<Challenge> {
  return { challengeId: await openChallenge(shop, 'confirm', actor.id) };
}

/** The password is enough for those alone who have no factor. */
export async function confirmIdentity(
  shop: Shop,
  actor: Actor,
  { current, code, challengeId, assertion }: ConfirmIdentity,
  { sessionId }: Here,
): Promise<void> {
  if (assertion) {
    const userId = await useChallenge(shop, 'confirm', challengeId ?? '');
    const signedBy = await judgeAssertion(shop, assertion, challengeId ?? '');
    if (userId !== actor.id || signedBy !== actor.id) {
      throw refusal('unauthenticated', 'passkey_refused', FACTOR_TEXTS.refused);
    }
  } else if (code !== undefined) {
    await checkCode(shop, actor.id, code);
  } else {
    if (!current) throw invalid('current', ACCOUNT_TEXTS.noPassword);
    if (await findFactorKinds(shop, actor.id)) throw invalid('current', FACTOR_TEXTS.byFactor);
    await expectOwnPassword(shop, actor, current);
  }
  await updateSessionConfirmed(shop.db, sessionId, Math.floor(shop.clock.now().getTime() / SECOND_MS));
}

const PROVEN_MS = 10 * MINUTE_MS;
