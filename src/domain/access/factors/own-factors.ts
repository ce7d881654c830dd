import { deleteRecoveryCodes, findCodeApp, listRecoveryCodes } from '#db/queries/access/code-apps.ts';
import { listPasskeys } from '#db/queries/access/passkeys.ts';
import { clearMissingFactor } from '#db/queries/access/sessions.ts';
import { hasPassword } from '#db/queries/access/users.ts';
import { findLastPasswordChange } from '#db/queries/audit/audit.ts';
import type { PasskeyRow } from '#db/tables/access.ts';
import type { Queryable } from '#db/tables.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import type { OwnFactors, OwnPasskey } from '#src/wire/access/factors.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { type Actor, recordChange } from '../../audit/audit.ts';
import { conflict } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { raiseAlert } from './account-alerts.ts';
import { findFactorKinds } from './factor-kinds.ts';
import { canHavePasskeys, passkeyPlace } from './passkey-place.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';

export async function showOwnFactors(shop: Shop, { id }: Actor): Promise<OwnFactors> {
  const { db } = shop;
  const [passkeys, app, codes, changed, withPassword] = await Promise.all([
    listPasskeys(db, id),
    findCodeApp(db, id),
    listRecoveryCodes(db, id),
    findLastPasswordChange(db, id),
    hasPassword(db, id),
  ]);
  const { domain } = passkeyPlace(shop);
  return {
    passkeys: passkeys.map((row) => toOwnPasskeyDto(row, domain)),
    codeAppSince: app?.confirmedAt ?? null,
    recoveryCodesLeft: codes.filter(({ usedAt }) => usedAt === null).length,
    hasPassword: withPassword,
    passwordChangedAt: changed?.at ?? null,
    canHavePasskeys: canHavePasskeys(shop),
    isRequired: isFactorRequired(shop),
  };
}

export function isFactorRequired({ settings }: Pick<Shop, 'settings'>): boolean {
  return settings.requireSecondFactor === 'on';
}

type Added = { action: AuditAction; detail: string; store: () => Promise<void> };

/** Stores it and tells its person; returns recovery codes with the first one, else null. */
export async function noteFactorAdded(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  { action, detail, store }: Added,
): Promise<string[] | null> {
  const isFirst = (await findFactorKinds({ ...shop, db: tx }, actor.id)) === null;
  await store();
  await clearMissingFactor(tx, actor.id);
  await recordChange(tx, shop, actor, { action, entityId: actor.id });
  await raiseAlert(tx, shop, { userId: actor.id, kind: 'factor_added', detail });
  return isFirst ? issueRecoveryCodes(tx, actor.id) : null;
}

/** Recovery codes go with the last one, which stays while the shop asks everybody for one. */
export async function noteFactorRemoved(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  { action, detail }: Omit<Added, 'store'>,
): Promise<void> {
  if ((await findFactorKinds({ ...shop, db: tx }, actor.id)) === null) {
    if (isFactorRequired(shop)) throw conflict('last_factor', FACTOR_TEXTS.lastFactor);
    await deleteRecoveryCodes(tx, actor.id);
  }
  await recordChange(tx, shop, actor, { action, entityId: actor.id });
  await raiseAlert(tx, shop, { userId: actor.id, kind: 'factor_removed', detail });
}

function toOwnPasskeyDto({ id, name, createdAt, lastUsedAt, ...row }: PasskeyRow, domain: string): OwnPasskey {
  const state = row.clonedAt ? 'cloned' : row.domain === domain ? 'works' : 'elsewhere';
  return { id, name, createdAt, lastUsedAt, state };
}
