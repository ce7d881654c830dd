import {
  closeGatesOfOthers,
  deleteOtherSessions,
  deleteSession,
  listUserSessions,
} from '#db/queries/access/sessions.ts';
import { deleteChallengesOf } from '#db/queries/access/sign-in-challenges.ts';
import { findPasswordHash, findUserById, replacePasswordHash, updateUser } from '#db/queries/access/users.ts';
import { findSecretHash, insertSecretHash } from '#db/queries/secrets/secrets.ts';
import type { SessionRow } from '#db/tables/access.ts';
import { inTransaction } from '#db/transactions.ts';
import { describeDevice } from '#src/wire/access/device.ts';
import {
  ACCOUNT_TEXTS,
  type ChangeOwnName,
  type ChangeOwnPassword,
  type ChangePassword,
  type OwnSession,
  type SessionsEnded,
} from '#src/wire/access/own-account.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { GATE } from './administrators.ts';
import { expectPasswordOrFactor, requireIdentity } from './factors/confirm-identity.ts';
import { findFactorKinds } from './factors/factor-kinds.ts';
import { expectOwnPassword } from './own-password.ts';
import { sessionName } from './sessions.ts';
import { refuseWeakPassword } from './weak-passwords.ts';

const NOBODY = { name: '', email: '' };

/** The session that acts, by the hash of its token. */
type Here = { sessionId: string };

export async function listOwnSessions(shop: Shop, actor: Actor, { sessionId }: Here): Promise<OwnSession[]> {
  const now = shop.clock.now().getTime() / 1000;
  const open = (await listUserSessions(shop.db, actor.id)).filter(({ expires_at }) => expires_at > now);
  const shown = open.map((row) => toOwnSessionDto(row, sessionId));
  return shown.toSorted(
    (one, other) => Number(other.isCurrent) - Number(one.isCurrent) || other.seenAt.localeCompare(one.seenAt),
  );
}

export async function changeOwnName(shop: Shop, actor: Actor, { name }: ChangeOwnName): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await updateUser(tx, actor.id, { name });
    await recordChange(tx, shop, actor, {
      action: 'access.change_name',
      entityId: actor.id,
      fields: ['name'],
    });
  });
}

/** All other sessions end with it. */
export async function changeOwnPassword(
  shop: Shop,
  actor: Actor,
  { current, password }: ChangeOwnPassword,
  { sessionId }: Here,
): Promise<SessionsEnded> {
  const former = await proveForPassword(shop, actor, current, { sessionId });
  if (await shop.passwords.matches(password, former)) throw invalid('password', ACCOUNT_TEXTS.samePassword);
  refuseWeakPassword(shop.settings, (await findUserById(shop.db, actor.id)) ?? NOBODY, password);
  const next = await shop.passwords.hash(password);
  const ended = await inTransaction(shop.db, async (tx) => {
    if (!(await replacePasswordHash(tx, actor.id, former, next))) {
      throw conflict('changed_meanwhile', ACCOUNT_TEXTS.changedMeanwhile);
    }
    await recordChange(tx, shop, actor, {
      action: 'access.change_password',
      entityId: actor.id,
      fields: ['password'],
    });
    await deleteChallengesOf(tx, actor.id);
    return deleteOtherSessions(tx, actor.id, sessionId);
  });
  return { success: true, ended };
}

/** Returns the hash of the present one. Without a factor a session alone proves nothing, however new it is. */
async function proveForPassword(shop: Shop, actor: Actor, current: string | undefined, here: Here): Promise<string> {
  if (current !== undefined) return expectOwnPassword(shop, actor, current);
  if (!(await findFactorKinds(shop, actor.id))) throw invalid('current', ACCOUNT_TEXTS.noPassword);
  await requireIdentity(shop, actor, here);
  return (await findPasswordHash(shop.db, actor.id))?.passwordHash ?? '';
}

/** Whoever passed the gates with the former one passes them again with the new one. */
export async function changeGatePassword(
  shop: Shop,
  actor: Actor,
  { current, password }: ChangePassword,
  { sessionId }: Here,
): Promise<void> {
  if (shop.settings.isGateFromEnvironment) {
    throw conflict('set_in_environment', ACCOUNT_TEXTS.gateFromEnvironment);
  }
  await expectPasswordOrFactor(shop, actor, current, { sessionId });
  if (await shop.passwords.matches(password, await findSecretHash(shop.db, GATE))) {
    throw invalid('password', ACCOUNT_TEXTS.samePassword);
  }
  const hash = await shop.passwords.hash(password);
  await inTransaction(shop.db, async (tx) => {
    await insertSecretHash(tx, GATE, hash);
    await closeGatesOfOthers(tx, sessionId);
    await recordChange(tx, shop, actor, {
      action: 'access.change_gate_password',
      entityId: GATE,
      fields: ['password'],
    });
  });
}

export async function endOwnSession(shop: Shop, actor: Actor, id: string, { sessionId }: Here): Promise<void> {
  if (id === sessionName(sessionId)) throw conflict('own_session', ACCOUNT_TEXTS.ownSession);
  await inTransaction(shop.db, async (tx) => {
    const found = (await listUserSessions(tx, actor.id)).find((row) => sessionName(row.id) === id);
    if (!found) throw notFound(ACCOUNT_TEXTS.unknownSession);
    await deleteSession(tx, found.id);
    await recordChange(tx, shop, actor, { action: 'access.end_session', entityId: actor.id });
  });
}

export async function endOtherSessions(shop: Shop, actor: Actor, { sessionId }: Here): Promise<SessionsEnded> {
  const ended = await inTransaction(shop.db, async (tx) => {
    const others = await deleteOtherSessions(tx, actor.id, sessionId);
    if (others > 0) {
      await recordChange(tx, shop, actor, { action: 'access.end_other_sessions', entityId: actor.id });
    }
    return others;
  });
  return { success: true, ended };
}

function toOwnSessionDto({ id, device, created_at, seen_at }: SessionRow, sessionId: string): OwnSession {
  return {
    id: sessionName(id),
    device: device ?? describeDevice(null),
    startedAt: inIso(created_at),
    seenAt: inIso(seen_at ?? created_at),
    isCurrent: id === sessionId,
  };
}

function inIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
