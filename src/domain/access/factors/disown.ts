import { revokeTokensSince } from '#db/queries/access/api-tokens.ts';
import { deleteCodeAppSince, deleteRecoveryCodes } from '#db/queries/access/code-apps.ts';
import { endInvitationsOf } from '#db/queries/access/invitations.ts';
import { forgetDevicesSince, takeAlert } from '#db/queries/access/known-devices.ts';
import { deletePasskeysSince } from '#db/queries/access/passkeys.ts';
import { deleteUserSessions } from '#db/queries/access/sessions.ts';
import { deleteChallengesOf } from '#db/queries/access/sign-in-challenges.ts';
import { findAdministrator, updateUser, voidPassword } from '#db/queries/access/users.ts';
import type { AccountAlertKind } from '#db/tables/access.ts';
import { inTransaction } from '#db/transactions.ts';
import type { NewPassword } from '#src/wire/access/own-account.ts';
import { ACCOUNT_TEXTS } from '#src/wire/access/own-account.ts';
import { recordChange } from '../../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../../events.ts';
import { takeOrRefuse } from '../../rate-limits.ts';
import { refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { hashOfToken } from '../../tokens.ts';
import { takeTurns } from '../invitations.ts';
import { undoEmailChanges } from '../own-email.ts';
import { refuseWeakPassword } from '../weak-passwords.ts';
import { DISOWN_MS, NEW_PASSWORD_MS, raiseAlert } from './account-alerts.ts';

/**
 * Somebody else was in: all sessions end, the password is void, what was made since then (passkeys, code app, tokens of the API,
 * invitations) goes, recovery codes too, whoever made them, the address is that of then, and a link for a new password is mailed there.
 */
export async function disownEntry(shop: Shop, token: string, clientNetwork: string): Promise<void> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    await takeTurns(tx);
    const since = new Date(now.getTime() - DISOWN_MS).toISOString();
    const link = { tokenHash: hashOfToken(token), kinds: DISOWNED, since, now: now.toISOString() };
    const alert = await takeAlert(tx, link);
    if (!alert || !(await findAdministrator(tx, alert.userId))) throw invalidLink();
    const { userId, createdAt } = alert;
    publishAfterCommit(tx, shop, CATALOG_CHANGED);
    await deleteUserSessions(tx, userId);
    await deleteChallengesOf(tx, userId);
    await voidPassword(tx, userId);
    await deletePasskeysSince(tx, userId, createdAt);
    await deleteCodeAppSince(tx, userId, createdAt);
    await revokeTokensSince(tx, { createdBy: userId, since: createdAt, now: now.toISOString() });
    await endInvitationsOf(tx, userId, now.toISOString(), createdAt);
    await undoEmailChanges(tx, userId, createdAt, now);
    await forgetDevicesSince(tx, userId, createdAt);
    await deleteRecoveryCodes(tx, userId);
    await recordChange(tx, shop, { id: userId }, { action: 'access.disown_entry', entityId: userId });
    await raiseAlert(tx, shop, { userId, kind: 'new_password', detail: '' });
  });
}

const DISOWNED: readonly AccountAlertKind[] = [
  'new_device',
  'wrong_codes',
  'cloned_passkey',
  'factor_added',
  'factor_removed',
];

/** The mailbox is one factor; whoever has a second one is asked for it at the next sign-in. */
export async function setNewPassword(
  shop: Shop,
  token: string,
  { password }: NewPassword,
  clientNetwork: string,
): Promise<void> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const passwordHash = await shop.passwords.hash(password);
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const since = new Date(now.getTime() - NEW_PASSWORD_MS).toISOString();
    const link = { tokenHash: hashOfToken(token), kinds: ['new_password'] as const, since, now: now.toISOString() };
    const alert = await takeAlert(tx, link);
    const administrator = alert && (await findAdministrator(tx, alert.userId));
    if (!administrator) throw invalidLink();
    refuseWeakPassword(shop.settings, administrator, password);
    await updateUser(tx, alert.userId, { passwordHash });
    await deleteUserSessions(tx, alert.userId);
    await deleteChallengesOf(tx, alert.userId);
    await recordChange(tx, shop, { id: alert.userId }, { action: 'access.set_password', entityId: alert.userId });
  });
}

function invalidLink() {
  return refusal('unauthenticated', 'invalid_code', ACCOUNT_TEXTS.linkOver);
}
