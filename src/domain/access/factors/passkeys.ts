import {
  deletePasskey,
  findPasskey,
  hasPasskeysOf,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from '#db/queries/access/passkeys.ts';
import { findAdministrator, hasPassword } from '#db/queries/access/users.ts';
import type { PasskeyRow } from '#db/tables/access.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import type { AddPasskey, Attestation, RenamePasskey } from '#src/wire/access/factor-forms.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import { type FactorAdded, MOST_PASSKEYS, type PasskeyBegun } from '#src/wire/access/factors.ts';
import { type Actor, recordChange } from '../../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../../events.ts';
import { conflict, invalid, notFound } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { openChallenge, useChallenge } from './challenges.ts';
import { userHandleOf } from './judge-assertion.ts';
import { noteFactorAdded, noteFactorRemoved } from './own-factors.ts';
import { canHavePasskeys, isUsable, passkeyPlace } from './passkey-place.ts';

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
  const passkey = await readNewPasskey(shop, attestation, challengeId);
  return inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, `factors ${actor.id}`);
    const passkeys = await listPasskeys(tx, actor.id);
    if (passkeys.length >= MOST_PASSKEYS) throw conflict('too_many_passkeys', FACTOR_TEXTS.tooMany);
    return { success: true, recoveryCodes: await storePasskey(tx, shop, actor, { ...passkey, name }) };
  });
}

type NewPasskey = Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'domain'>;

/** Throws unless the browser made it here for this challenge. */
export async function readNewPasskey(shop: Shop, attestation: Attestation, challengeId: string): Promise<NewPasskey> {
  const place = passkeyPlace(shop);
  const made = await shop.factors.verifyAttestation(attestation, challengeId, place);
  if (!made) throw notMade();
  return { ...made, domain: place.domain };
}

/** Returns recovery codes with the first factor, else null; refuses a passkey that somebody has already. */
export async function storePasskey(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  passkey: NewPasskey & { name: string },
): Promise<string[] | null> {
  if (await findPasskey(tx, passkey.id)) throw notMade();
  publishAfterCommit(tx, shop, CATALOG_CHANGED);
  return noteFactorAdded(tx, shop, actor, {
    action: 'access.add_passkey',
    detail: `passkey ${passkey.name}`,
    store: () => insertPasskey(tx, { ...passkey, userId: actor.id, createdAt: shop.clock.now().toISOString() }),
  });
}

export async function renameOwnPasskey(shop: Shop, actor: Actor, id: string, { name }: RenamePasskey): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await renamePasskey(tx, actor.id, id, name))) throw notFound(FACTOR_TEXTS.unknownPasskey);
    await recordChange(tx, shop, actor, { action: 'access.rename_passkey', entityId: actor.id });
  });
}

export async function removePasskey(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, `factors ${actor.id}`);
    const passkeys = await listPasskeys(tx, actor.id);
    const passkey = passkeys.find((each) => each.id === id);
    if (!passkey || !(await deletePasskey(tx, actor.id, id))) throw notFound(FACTOR_TEXTS.unknownPasskey);
    const opens = (each: PasskeyRow) => isUsable(each, passkeyPlace(shop));
    if (opens(passkey) && passkeys.filter(opens).length === 1 && !(await hasPassword(tx, actor.id))) {
      throw conflict('last_factor', FACTOR_TEXTS.onlyWay);
    }
    publishAfterCommit(tx, shop, CATALOG_CHANGED);
    await noteFactorRemoved(tx, shop, actor, { action: 'access.remove_passkey', detail: `passkey ${passkey.name}` });
  });
}

function notMade() {
  return invalid('attestation', FACTOR_TEXTS.notMade);
}
