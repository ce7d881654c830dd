import { endInvitation, findInvitationByHash } from '#db/queries/access/invitations.ts';
import { reopenMember } from '#db/queries/access/team.ts';
import { findUserByEmail, insertUser, NO_PASSWORD } from '#db/queries/access/users.ts';
import type { InvitationRow, UserRow } from '#db/tables/access.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { FACTOR_TEXTS } from '#src/wire/access/factor-texts.ts';
import type { FactorAdded, PasskeyBegun } from '#src/wire/access/factors.ts';
import { ROLES } from '#src/wire/access/roles.ts';
import type { AcceptByPasskey, AcceptInvitation, BeginByPasskey } from '#src/wire/access/team.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken } from '../tokens.ts';
import { openChallenge, useChallenge } from './factors/challenges.ts';
import { userHandleOf } from './factors/judge-assertion.ts';
import { canHavePasskeys, passkeyPlace } from './factors/passkey-place.ts';
import { readNewPasskey, storePasskey } from './factors/passkeys.ts';
import { refuseTaken, takeTurns } from './invitations.ts';
import { isExpired } from './team.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

/** What whoever opens a link finds; an open one says to whom it was sent. */
type OpenedInvitation =
  | { state: 'open'; email: string; role: InvitationRow['role'] }
  | { state: 'unknown' | 'ended' | 'expired' };

/** Opening the link spends nothing, since mail scanners and previews open links, too. */
export async function openInvitation(shop: Shop, token: string, clientNetwork: string): Promise<OpenedInvitation> {
  await takeOrRefuse(shop, 'invitationLinks', clientNetwork);
  const { state, found } = judge(shop, await findInvitationByHash(shop.db, hashOfToken(token)));
  return state === 'open' ? { state, email: found.email, role: found.role } : { state };
}

/** Makes the account, or opens that of before anew. */
export async function acceptInvitation(
  shop: Shop,
  token: string,
  { name, password }: AcceptInvitation,
  clientNetwork: string,
): Promise<Actor> {
  const { email } = await expectOpen(shop, token, clientNetwork);
  refuseWeakPassword(shop.settings, { name, email }, password);
  const passwordHash = await shop.passwords.hash(password);
  return inTransaction(shop.db, (tx) => join(tx, shop, token, { name, passwordHash }));
}

/** A passkey names its person from the start, so that the account must be known before it is made. */
export async function beginByPasskey(
  shop: Shop,
  { token, name }: BeginByPasskey,
  clientNetwork: string,
): Promise<PasskeyBegun> {
  if (!canHavePasskeys(shop)) throw conflict('not_here', FACTOR_TEXTS.noDomain);
  const invitation = await expectOpen(shop, token, clientNetwork);
  const known = await findUserByEmail(shop.db, invitation.email);
  return {
    challengeId: await openChallenge(shop, 'passkey', null),
    ...{ domain: passkeyPlace(shop).domain, shopName: shop.settings.storeName, known: [] },
    ...{ userHandle: userHandleOf(accountOf(invitation, known)), email: invitation.email, name },
  };
}

/** The account has no password, and its passkey opens it alone. */
export async function acceptByPasskey(
  shop: Shop,
  { token, name, challengeId, attestation }: AcceptByPasskey,
  { clientNetwork, device }: { clientNetwork: string; device: string },
): Promise<Actor & FactorAdded> {
  await expectOpen(shop, token, clientNetwork);
  await useChallenge(shop, 'passkey', challengeId);
  const passkey = await readNewPasskey(shop, attestation, challengeId);
  return inTransaction(shop.db, async (tx) => {
    const made = await join(tx, shop, token, { name, passwordHash: NO_PASSWORD });
    return { ...made, success: true, recoveryCodes: await storePasskey(tx, shop, made, { ...passkey, name: device }) };
  });
}

async function expectOpen(shop: Shop, token: string, clientNetwork: string): Promise<InvitationRow> {
  await takeOrRefuse(shop, 'invitationLinks', clientNetwork);
  return expectFound(shop, await findInvitationByHash(shop.db, hashOfToken(token)));
}

function expectFound(shop: Shop, row: InvitationRow | undefined): InvitationRow {
  const { state, found } = judge(shop, row);
  if (state !== 'open') throw refusal('unauthenticated', 'invalid_code', 'Este convite não vale mais.');
  return found;
}

/** One of two at once finds it open. */
async function join(
  tx: Queryable,
  shop: Shop,
  token: string,
  { name, passwordHash }: Pick<UserRow, 'name' | 'passwordHash'>,
): Promise<Actor> {
  await takeTurns(tx);
  const invitation = expectFound(shop, await findInvitationByHash(tx, hashOfToken(token)));
  const { email, role } = invitation;
  const known = await refuseTaken(tx, shop, email);
  const now = shop.clock.now().toISOString();
  await endInvitation(tx, invitation.id, now);
  const id = accountOf(invitation, known);
  if (known) await reopenMember(tx, id, { name, passwordHash, role });
  else {
    const flags = { isAdmin: 1, isAffiliate: 0, isActive: 1 } as const;
    await insertUser(tx, { id, email, name, passwordHash, role, ...flags, createdAt: now });
  }
  const changes = { role: [null, ROLES[role].name] } as const;
  await recordChange(tx, shop, { id }, { action: 'access.accept_invitation', entityId: id, changes });
  return { id };
}

/** A new account takes over the id of its invitation. */
function accountOf(invitation: InvitationRow, known: UserRow | undefined): string {
  return known?.id ?? invitation.id;
}

type Judged = { state: 'open'; found: InvitationRow } | { state: 'unknown' | 'ended' | 'expired'; found?: never };

function judge({ clock }: Shop, found: InvitationRow | undefined): Judged {
  if (!found) return { state: 'unknown' };
  if (found.endedAt !== null) return { state: 'ended' };
  if (isExpired(found, clock.now().toISOString())) return { state: 'expired' };
  return { state: 'open', found };
}
