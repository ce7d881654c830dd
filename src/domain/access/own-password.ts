import { findPasswordHash } from '#db/queries/access/users.ts';
import { ACCOUNT_TEXTS } from '#src/wire/access/own-account.ts';
import type { Actor } from '../audit/audit.ts';
import { invalid } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { consumeAttempt } from './login.ts';

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
