import { updateSessionConfirmed } from '#db/queries/access/sessions.ts';
import { findPasswordHash } from '#db/queries/access/users.ts';
import { ACCOUNT_TEXTS, type ConfirmPassword } from '#src/wire/access/own-account.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import type { Actor } from '../audit/audit.ts';
import { invalid } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { consumeAttempt } from './login.ts';

/** For the next minutes what asks for the person again counts it as typed. */
export async function confirmOwnPassword(
  shop: Shop,
  actor: Actor,
  { current }: ConfirmPassword,
  { sessionId }: { sessionId: string },
): Promise<{ success: true }> {
  await expectOwnPassword(shop, actor, current);
  await updateSessionConfirmed(shop.db, sessionId, Math.floor(shop.clock.now().getTime() / SECOND_MS));
  return { success: true };
}

/** Returns its hash. */
export async function expectOwnPassword(shop: Shop, actor: Actor, typed: string): Promise<string> {
  await consumeAttempt(shop, 'ownPassword', actor.id);
  const stored = (await findPasswordHash(shop.db, actor.id))?.passwordHash;
  if (!(await shop.passwords.matches(typed, stored)) || !stored) {
    throw invalid('current', ACCOUNT_TEXTS.wrongPassword);
  }
  await shop.limits.forget('ownPassword', actor.id);
  return stored;
}
