import { findPasskey, markPasskeyCloned, updatePasskeyUse } from '#db/queries/access/passkeys.ts';
import type { PasskeyRow } from '#db/tables/access.ts';
import { inTransaction } from '#db/transactions.ts';
import type { Assertion } from '#src/wire/access/factor-forms.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import { recordChange } from '../../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { raiseAlert } from './account-alerts.ts';
import { isUsable, passkeyPlace } from './passkey-place.ts';

/** Returns whose passkey signed the challenge, which the caller has used up. One that counts backwards opens nothing ever again. */
export async function judgeAssertion(shop: Shop, assertion: Assertion, challengeId: string): Promise<string> {
  const passkey = await findPasskey(shop.db, assertion.id);
  const place = passkeyPlace(shop);
  if (!passkey || !isUsable(passkey, place)) throw refused();
  const { userHandle } = assertion.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) throw refused();
  const signed = await shop.factors.verifyAssertion(assertion, passkey.publicKey, challengeId, place);
  if (!signed) throw refused();
  if (isBackwards(passkey.counter, signed.counter)) await refuseClone(shop, passkey);
  const now = shop.clock.now().toISOString();
  const use = { id: passkey.id, former: passkey.counter, counter: signed.counter, now };
  if (!(await updatePasskeyUse(shop.db, use))) throw refused();
  return passkey.userId;
}

/** Those that are kept in several devices do not count, and say 0 each time. */
function isBackwards(known: number, counter: number): boolean {
  return (known > 0 || counter > 0) && counter <= known;
}

async function refuseClone(shop: Shop, { id, userId, name }: PasskeyRow): Promise<never> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await markPasskeyCloned(tx, id, shop.clock.now().toISOString()))) return;
    publishAfterCommit(tx, shop, CATALOG_CHANGED);
    await recordChange(tx, shop, { id: userId }, { action: 'access.refuse_copied_passkey', entityId: userId });
    await raiseAlert(tx, shop, { userId, kind: 'cloned_passkey', detail: name });
  });
  throw refusal('unauthenticated', 'passkey_copied', FACTOR_TEXTS.cloned);
}

/** A passkey keeps it, and names its person by it. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

function refused() {
  return refusal('unauthenticated', 'passkey_refused', FACTOR_TEXTS.refused);
}
