import {
  deletePasskey,
  hasPasskeysOf,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from '#db/queries/access/passkeys.ts';
import { findAdministrator } from '#db/queries/access/users.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { AddPasskey, RenamePasskey } from '#src/wire/access/factor-forms.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import { type FactorAdded, MOST_PASSKEYS, type PasskeyBegun } from '#src/wire/access/factors.ts';
import { type Actor, recordChange } from '../../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../../events.ts';
import { conflict, invalid, notFound } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { openChallenge, useChallenge } from './challenges.ts';
import { userHandleOf } from './judge-assertion.ts';
import { noteFactorAdded, noteFactorRemoved } from './own-factors.ts';
import { canHavePasskeys, passkeyPlace } from './passkey-place.ts';

/** Whether the login page has any to offer, which is among the pages that are kept. */
export async function offersPasskeys(shop: Shop): Promise<boolean> {
  return canHavePasskeys(shop) && hasPasskeysOf(shop.db, passkeyPlace(shop).domain);
}

export async function beginPasskey(shop: Shop, actor: Actor): Promise<PasskeyBegun> {
  if (!canHavePasskeys(shop)) throw conflict('not_here', FACTOR_TEXTS.noDomain);
  const user = await findAdministrator(shop.db, actor.id);
  if (!user) throw notFound(FACTOR_TEXTS.unknownPasskey);
  const { domain } = passkeyPlace(shop);
  const passkeys = await listPasskeys(shop.db, actor.id);
  if (passkeys.length >= MOST_PASSKEYS) throw conflict('too_many_passkeys', FACTOR_TEXTS.tooMany);
  return {
    challengeId: await openChallenge(shop, 'add_passkey', actor.id),
    ...{ domain, shopName: shop.settings.storeName, userHandle: userHandleOf(actor.id), ...user },
    known: passkeys.filter((passkey) => passkey.domain === domain).map(({ id }) => id),
  };
}

export async function addPasskey(
  shop: Shop,
  actor: Actor,
  { challengeId, name, attestation }: AddPasskey,
): Promise<FactorAdded> {
  if ((await useChallenge(shop, 'add_passkey', challengeId)) !== actor.id) throw notMade();
  const place = passkeyPlace(shop);
  const made = await shop.factors.verifyAttestation(attestation, challengeId, place);
  if (!made) throw notMade();
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, `factors ${actor.id}`);
    const passkeys = await listPasskeys(tx, actor.id);
    if (passkeys.length >= MOST_PASSKEYS) throw conflict('too_many_passkeys', FACTOR_TEXTS.tooMany);
    publishAfterCommit(tx, shop, CATALOG_CHANGED);
    const recoveryCodes = await noteFactorAdded(tx, shop, actor, {
      action: 'access.add_passkey',
      detail: `passkey ${name}`,
      store: () =>
        insertPasskey(tx, {
          ...{ ...made, name, userId: actor.id, domain: place.domain },
          createdAt: shop.clock.now().toISOString(),
        }),
    });
    return { success: true, recoveryCodes };
  });
}

export async function renameOwnPasskey(
  shop: Shop,
  actor: Actor,
  id: string,
  { name }: RenamePasskey,
): Promise<{ success: true }> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await renamePasskey(tx, actor.id, id, name))) throw notFound(FACTOR_TEXTS.unknownPasskey);
    await recordChange(tx, shop, actor, { action: 'access.rename_passkey', entityId: actor.id });
  });
  return { success: true };
}

export async function removePasskey(shop: Shop, actor: Actor, id: string): Promise<{ success: true }> {
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, `factors ${actor.id}`);
    const name = (await listPasskeys(tx, actor.id)).find((passkey) => passkey.id === id)?.name;
    if (name === undefined || !(await deletePasskey(tx, actor.id, id))) throw notFound(FACTOR_TEXTS.unknownPasskey);
    publishAfterCommit(tx, shop, CATALOG_CHANGED);
    await noteFactorRemoved(tx, shop, actor, { action: 'access.remove_passkey', detail: `passkey ${name}` });
  });
  return { success: true };
}

function notMade() {
  return invalid('attestation', FACTOR_TEXTS.notMade);
}
