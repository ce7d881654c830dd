import {
  countOpenInvitations,
  deleteInvitationsBefore,
  endInvitation,
  findInvitation,
  findOpenInvitationOf,
  insertInvitation,
} from '#db/queries/access/invitations.ts';
import { isAffiliateAccount } from '#db/queries/access/team.ts';
import { findUserByEmail } from '#db/queries/access/users.ts';
import type { InvitationRow, UserRow } from '#db/tables/access.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { ROLES } from '#src/wire/access/roles.ts';
import {
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

export async function withdrawInvitation(shop: Shop, actor: Actor, id: string): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, TEAM);
    await expectOwner(tx, actor);
    if (!(await endInvitation(tx, id, nowOf(shop)))) throw notFound(TEAM_TEXTS.unknownInvitation);
    await recordChange(tx, shop, actor, { action: 'access.withdraw_invitation', entityId: id });
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
export async function takeTurns(tx: Queryable): Promise<void> {
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
export async function refuseTaken(tx: Queryable, shop: Shop, email: string): Promise<UserRow | undefined> {
  if (await isEmailOfAdministrator(shop, tx, email)) throw taken('email_taken', TEAM_TEXTS.alreadyMember);
  const user = await findUserByEmail(tx, email);
  if (user?.role) throw taken('email_taken', TEAM_TEXTS.alreadyMember);
  if (user && (user.isAffiliate === 1 || (await isAffiliateAccount(tx, user.id)))) {
    throw taken('email_taken', TEAM_TEXTS.ofPartner);
  }
  return user;
}

function nowOf({ clock }: Shop): string {
  return clock.now().toISOString();
}

function taken(code: 'email_taken' | 'already_invited', sentence: string) {
  return refusal('conflict', code, sentence, { fields: { email: sentence } });
}
