import {
  countOpenInvitations,
  deleteInvitationsBefore,
  endInvitation,
  findInvitation,
  findInvitationByHash,
  findOpenInvitationOf,
  insertInvitation,
} from '#db/queries/access/invitations.ts';
import { isAffiliateAccount, reopenMember } from '#db/queries/access/team.ts';
import { findUserByEmail, insertUser } from '#db/queries/access/users.ts';
import type { InvitationRow, UserRow } from '#db/tables/access.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { ROLES } from '#src/wire/access/roles.ts';
import {
  type AcceptInvitation,
  INVITATION_HOURS,
  type Invite,
  MOST_INVITATIONS,
  TEAM_TEXTS,
  type TeamInvitation,
} from '#src/wire/access/team.ts';
import { DAY_MS, HOUR_MS } from '#src/wire/basics/durations.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { conflict, notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken, tokenOf } from '../tokens.ts';
import { PROMOTIONS } from '../turns.ts';
import { isEmailOfAdministrator } from './own-email.ts';
import { expectOwner, isExpired, TEAM, toInvitationDto } from './team.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

/** The address proves itself by the link that is mailed there. */
export async function invite(shop: Shop, actor: Actor, { email, role }: Invite): Promise<TeamInvitation> {
  await takeOrRefuse(shop, 'invitations', actor.id);
  return inTransaction(shop.db, async (tx) => {
    await takeTurns(tx);
    await expectOwner(tx, actor);
    await refuseTaken(tx, shop, email);
    const former = await findOpenInvitationOf(tx, email);
    if (former && !isExpired(former, nowOf(shop))) throw taken('already_invited', TEAM_TEXTS.alreadyInvited);
    if (former) await endInvitation(tx, former.id, nowOf(shop));
    if ((await countOpenInvitations(tx)) >= MOST_INVITATIONS)
      throw conflict('too_many_invitations', TEAM_TEXTS.tooMany);
    const changes = { role: [null, ROLES[role].name] } as const;
    const invitation = await send(tx, shop, actor, { email, role });
    await recordChange(tx, shop, actor, { action: 'access.invite', entityId: invitation.id, changes });
    return invitation;
  });
}

/** The link of before ends. */
export async function resendInvitation(shop: Shop, actor: Actor, id: string): Promise<TeamInvitation> {
  await takeOrRefuse(shop, 'invitations', actor.id);
  return inTransaction(shop.db, async (tx) => {
    await takeTurns(tx);
    await expectOwner(tx, actor);
    const former = await findInvitation(tx, id);
    if (!former || !(await endInvitation(tx, id, nowOf(shop)))) throw notFound(TEAM_TEXTS.unknownInvitation);
    await refuseTaken(tx, shop, former.email);
    const invitation = await send(tx, shop, actor, former);
    await recordChange(tx, shop, actor, { action: 'access.resend_invitation', entityId: invitation.id });
    return invitation;
  });
}

export async function withdrawInvitation(shop: Shop, actor: Actor, id: string): Promise<{ success: true }> {
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, TEAM);
    await expectOwner(tx, actor);
    if (!(await endInvitation(tx, id, nowOf(shop)))) throw notFound(TEAM_TEXTS.unknownInvitation);
    await recordChange(tx, shop, actor, { action: 'access.withdraw_invitation', entityId: id });
  });
  return { success: true };
}

/** What whoever opens a link finds; an open one says to whom it was sent. */
type OpenedInvitation =
  | { state: 'open'; email: string; role: InvitationRow['role'] }
  | { state: 'unknown' | 'ended' | 'expired' };

/** Opening the link spends nothing, since mail scanners and previews open links, too. */
export async function openInvitation(shop: Shop, token: string, clientNetwork: string): Promise<OpenedInvitation> {
  await takeOrRefuse(shop, 'invitationLinks', clientNetwork);
  return judge(shop, await findInvitationByHash(shop.db, hashOfToken(token)));
}

/** Makes the account, or opens that of before anew. */
export async function acceptInvitation(
  shop: Shop,
  token: string,
  { name, password }: AcceptInvitation,
  clientNetwork: string,
): Promise<Actor> {
  const opened = await openInvitation(shop, token, clientNetwork);
  if (opened.state !== 'open') throw invalidLink();
  refuseWeakPassword(shop.settings, { name, email: opened.email }, password);
  const passwordHash = await shop.passwords.hash(password);
  return inTransaction(shop.db, async (tx) => {
    await takeTurns(tx);
    const found = await findInvitationByHash(tx, hashOfToken(token));
    if (!found || judge(shop, found).state !== 'open') throw invalidLink();
    const { id: invitationId, email, role } = found;
    const known = await refuseTaken(tx, shop, email);
    await endInvitation(tx, invitationId, nowOf(shop));
    const id = known?.id ?? newId();
    if (known) await reopenMember(tx, id, { name, passwordHash, role });
    else {
      const flags = { isAdmin: 1, isAffiliate: 0, isActive: 1 } as const;
      await insertUser(tx, { id, email, name, passwordHash, role, ...flags, createdAt: nowOf(shop) });
    }
    const changes = { role: [null, ROLES[role].name] } as const;
    await recordChange(tx, shop, { id }, { action: 'access.accept_invitation', entityId: id, changes });
    return { id };
  });
}

export async function clearOldInvitations({ db, clock }: Shop): Promise<void> {
  await deleteInvitationsBefore(db, new Date(clock.now().getTime() - KEPT_MS).toISOString());
}

export function invitationTokenOf(shop: Shop, id: string): string {
  return tokenOf(shop, `${id}:invitation`);
}

/** A link says for a month why it does not work any more. */
const KEPT_MS = 30 * DAY_MS;

/** Addresses are taken in the turn of the promotions, and roles given in that of the team. */
async function takeTurns(tx: Queryable): Promise<void> {
  await oneAtATime(tx, PROMOTIONS);
  await oneAtATime(tx, TEAM);
}

async function send(
  tx: Queryable,
  shop: Shop,
  actor: Actor,
  { email, role }: Pick<InvitationRow, 'email' | 'role'>,
): Promise<TeamInvitation> {
  const now = shop.clock.now();
  const id = newId();
  const row = {
    ...{ id, email, role },
    tokenHash: hashOfToken(invitationTokenOf(shop, id)),
    invitedBy: actor.id,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + INVITATION_HOURS * HOUR_MS).toISOString(),
  };
  await insertInvitation(tx, row);
  await queueMail(tx, shop, { kind: 'invitation', payload: id });
  return toInvitationDto({ ...row, endedAt: null }, row.createdAt);
}

/** Returns the closed account of somebody who was in the team before. */
async function refuseTaken(tx: Queryable, shop: Shop, email: string): Promise<UserRow | undefined> {
  if (await isEmailOfAdministrator(shop, tx, email)) throw taken('email_taken', TEAM_TEXTS.alreadyMember);
  const user = await findUserByEmail(tx, email);
  if (user?.role) throw taken('email_taken', TEAM_TEXTS.alreadyMember);
  if (user && (user.isAffiliate === 1 || (await isAffiliateAccount(tx, user.id)))) {
    throw taken('email_taken', TEAM_TEXTS.ofPartner);
  }
  return user;
}

function judge(shop: Shop, found: InvitationRow | undefined): OpenedInvitation {
  if (!found) return { state: 'unknown' };
  if (found.endedAt !== null) return { state: 'ended' };
  if (isExpired(found, nowOf(shop))) return { state: 'expired' };
  return { state: 'open', email: found.email, role: found.role };
}

function nowOf({ clock }: Shop): string {
  return clock.now().toISOString();
}

function taken(code: 'email_taken' | 'already_invited', sentence: string) {
  return refusal('conflict', code, sentence, { fields: { email: sentence } });
}

function invalidLink() {
  return refusal('unauthenticated', 'invalid_code', 'Este convite não vale mais.');
}
