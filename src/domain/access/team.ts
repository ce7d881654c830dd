import { endChangesFrom } from '#db/queries/access/admin-email-changes.ts';
import { revokeTokensOf } from '#db/queries/access/api-tokens.ts';
import { endInvitationsOf, listOpenInvitations } from '#db/queries/access/invitations.ts';
import { deleteUserSessions } from '#db/queries/access/sessions.ts';
import {
  closeMember,
  countOtherOwners,
  deleteFactorsOf,
  findMember,
  listMembers,
  type MemberRow,
  replaceRole,
} from '#db/queries/access/team.ts';
import { deleteDevicesOf } from '#db/queries/notifications/devices.ts';
import type { InvitationRow } from '#db/tables/access.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { can, ROLE_NAMES, ROLES } from '#src/wire/access/roles.ts';
import { type ChangeRole, TEAM_TEXTS, type Team, type TeamInvitation, type TeamMember } from '#src/wire/access/team.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { conflict, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { requireCapability } from './capabilities.ts';
import { findFactorsOfTeam } from './factors/factor-kinds.ts';

export async function showTeam(shop: Shop, actor: Actor): Promise<Team> {
  const [members, invitations, factors] = await Promise.all([
    listMembers(shop.db),
    listOpenInvitations(shop.db),
    findFactorsOfTeam(shop),
  ]);
  const now = shop.clock.now().toISOString();
  return {
    members: members
      .map((row) => toMemberDto(row, actor, factors.get(row.id) ?? null))
      .toSorted((one, other) => ROLE_NAMES.indexOf(one.role) - ROLE_NAMES.indexOf(other.role)),
    invitations: invitations.map((row) => toInvitationDto(row, now)),
  };
}

/** The next call of their sessions and tokens is judged by the new role; the invitations of who may invite nobody any more end. */
export async function changeRole(shop: Shop, actor: Actor, id: string, { role }: ChangeRole): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, TEAM);
    const member = await findMember(tx, id);
    if (!member) throw notFound(TEAM_TEXTS.unknownMember);
    if (member.role === role) return;
    if (member.role === 'owner') await keepAnOwner(tx, id);
    await expectOwner(tx, actor);
    if (!(await replaceRole(tx, id, member.role, role))) throw notFound(TEAM_TEXTS.unknownMember);
    if (!can(role, 'team')) await endInvitationsOf(tx, id, shop.clock.now().toISOString());
    const changes = { role: [ROLES[member.role].name, ROLES[role].name] } as const;
    await recordChange(tx, shop, actor, { action: 'access.change_role', entityId: id, changes });
  });
}

/** Sessions, tokens, factors, devices and open links end with the account. */
export async function removeMember(shop: Shop, actor: Actor, id: string): Promise<void> {
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, TEAM);
    const member = await findMember(tx, id);
    if (!member) throw notFound(TEAM_TEXTS.unknownMember);
    if (member.role === 'owner') await keepAnOwner(tx, id);
    await expectOwner(tx, actor);
    await recordChange(tx, shop, actor, {
      action: 'access.remove_member',
      entityId: id,
      changes: { role: [ROLES[member.role].name, null] },
    });
    await closeMember(tx, id);
    await deleteUserSessions(tx, id);
    await revokeTokensOf(tx, id, now);
    await deleteFactorsOf(tx, id);
    publishAfterCommit(tx, shop, CATALOG_CHANGED);
    await deleteDevicesOf(tx, id);
    await endChangesFrom(tx, id, '', now);
    await endInvitationsOf(tx, id, now);
  });
}

/** The turn in which roles are given and taken. */
export const TEAM = 'team';

/** Two who remove each other at once come one after the other, and the second finds the shop without another owner. */
async function keepAnOwner(tx: Queryable, leavingId: string): Promise<void> {
  if ((await countOtherOwners(tx, leavingId)) === 0) throw conflict('last_owner', TEAM_TEXTS.lastOwner);
}

/** Who acts may have been removed while the turn was awaited. */
export async function expectOwner(tx: Queryable, actor: Actor): Promise<void> {
  requireCapability((await findMember(tx, actor.id))?.role, 'team');
}

export function toInvitationDto(row: InvitationRow, now: string): TeamInvitation {
  const { id, email, role, expiresAt } = row;
  return { id, email, role, expiresAt, isExpired: isExpired(row, now) };
}

export function isExpired({ expiresAt }: Pick<InvitationRow, 'expiresAt'>, now: string): boolean {
  return expiresAt <= now;
}

function toMemberDto(row: MemberRow, actor: Actor, factor: TeamMember['factor']): TeamMember {
  const { id, name, email, role, seenAt, signedInAt } = row;
  const seen = seenAt === null ? null : new Date(seenAt * SECOND_MS).toISOString();
  return { id, name, email, role, seenAt: seen ?? signedInAt, factor, isSelf: id === actor.id };
}
