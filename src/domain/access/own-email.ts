import {
  deleteEmailChangesBefore,
  endChangesFrom,
  findFirstEmailChange,
  findNewestEmailChange,
  insertEmailChange,
  isEmailHeld,
  takeConfirmation,
  takeStop,
} from '#db/queries/access/admin-email-changes.ts';
import { deleteOtherSessions, deleteUserSessions } from '#db/queries/access/sessions.ts';
import { findAdministrator, findUserByEmail, replaceUserEmail, updateUser } from '#db/queries/access/users.ts';
import type { AdminEmailChangeRow } from '#db/tables/access.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, oneAtATime } from '#db/transactions.ts';
import { ACCOUNT_TEXTS, type ChangeOwnEmail } from '#src/wire/access/own-account.ts';
import type { AuditAction } from '#src/wire/audit/audit-actions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { Done } from '#src/wire/purchases/purchases.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken, tokenOf } from '../tokens.ts';
import { PROMOTIONS } from '../turns.ts';
import { expectPasswordOrFactor } from './factors/confirm-identity.ts';

/**
 * The new address proves itself by its link; the present one is told, and can stop the change. All changes of addresses take
 * the turn of the promotions: affiliates get theirs in it, and none may be of two accounts.
 */
export async function requestOwnEmail(
  shop: Shop,
  actor: Actor,
  { current, email }: ChangeOwnEmail,
  here: { sessionId: string },
): Promise<Done> {
  await expectPasswordOrFactor(shop, actor, current, here);
  await takeOrRefuse(shop, 'emailChanges', actor.id);
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PROMOTIONS);
    const user = await findAdministrator(tx, actor.id);
    if (!user) throw invalidLink();
    if (user.email === email) throw taken(ACCOUNT_TEXTS.sameEmail);
    await refuseTaken(tx, email, actor.id, now);
    const id = newId();
    await insertEmailChange(tx, {
      id,
      userId: actor.id,
      formerEmail: user.email,
      newEmail: email,
      confirmHash: hashOfToken(confirmTokenOf(shop, id)),
      stopHash: hashOfToken(stopTokenOf(shop, id)),
      askedAt: now.toISOString(),
    });
    await queueMail(tx, shop, { kind: 'admin_email', payload: id });
    await queueMail(tx, shop, { kind: 'admin_email_news', payload: id });
    await record(tx, shop, actor, 'access.ask_email');
  });
  return { success: true, message: shop.settings.isMailSent ? ACCOUNT_TEXTS.emailAsked : ACCOUNT_TEXTS.emailInFolder };
}

/** The session that confirms goes on, where it is of this account; every other ends. */
export async function confirmOwnEmail(
  shop: Shop,
  token: string,
  { clientNetwork, sessionId }: { clientNetwork: string; sessionId: string | null },
): Promise<void> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PROMOTIONS);
    const since = before(now, CONFIRM_MS);
    const change = await takeConfirmation(tx, { confirmHash: hashOfToken(token), since, now: now.toISOString() });
    if (!change || !(await findAdministrator(tx, change.userId))) throw invalidLink();
    const { userId, formerEmail, newEmail } = change;
    await refuseTaken(tx, newEmail, userId, now);
    if (!(await replaceUserEmail(tx, userId, formerEmail, newEmail))) throw invalidLink();
    await deleteOtherSessions(tx, userId, sessionId ?? '');
    await record(tx, shop, { id: userId }, 'access.change_email');
  });
}

/** Goes back to the address before this change and all later ones, and ends every session: one was somebody else's. */
export async function stopOwnEmail(shop: Shop, token: string, clientNetwork: string): Promise<void> {
  await takeOrRefuse(shop, 'buyerSignIns', clientNetwork);
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    await oneAtATime(tx, PROMOTIONS);
    const since = before(now, STOP_MS);
    const change = await takeStop(tx, { stopHash: hashOfToken(token), since, now: now.toISOString() });
    if (!change) throw invalidLink();
    const { userId } = change;
    await goBackTo(tx, change, now);
    await deleteUserSessions(tx, userId);
    await record(tx, shop, { id: userId }, 'access.stop_email');
  });
}

/** For the caller's turn of the promotions. */
export async function undoEmailChanges(tx: Queryable, userId: string, since: string, now: Date): Promise<void> {
  const change = await findFirstEmailChange(tx, userId, since);
  if (change) await goBackTo(tx, change, now);
}

async function goBackTo(
  tx: Queryable,
  { userId, askedAt, formerEmail }: AdminEmailChangeRow,
  now: Date,
): Promise<void> {
  await endChangesFrom(tx, userId, askedAt, now.toISOString());
  await updateUser(tx, userId, { email: formerEmail });
}

/** Returns null where no link is open. */
export async function findAskedEmail(shop: Pick<Shop, 'db' | 'clock'>, { id }: Actor): Promise<string | null> {
  const change = await findNewestEmailChange(shop.db, id);
  const isOpen =
    change && !change.confirmedAt && !change.endedAt && change.askedAt > before(shop.clock.now(), CONFIRM_MS);
  return isOpen ? change.newEmail : null;
}

/** An address that an administrator may still go back to is not free for another account. */
export function isEmailOfAdministrator(shop: Pick<Shop, 'clock'>, tx: Queryable, email: string): Promise<boolean> {
  return isEmailHeld(tx, email, before(shop.clock.now(), STOP_MS));
}

export async function clearOldEmailChanges({ db, clock }: Shop): Promise<void> {
  await deleteEmailChangesBefore(db, before(clock.now(), STOP_MS));
}

export function confirmTokenOf(shop: Shop, id: string): string {
  return tokenOf(shop, `${id}:confirm`);
}

export function stopTokenOf(shop: Shop, id: string): string {
  return tokenOf(shop, `${id}:stop`);
}

async function refuseTaken(tx: Queryable, email: string, userId: string, now: Date): Promise<void> {
  const other = await findUserByEmail(tx, email);
  if (other || (await isEmailHeld(tx, email, before(now, STOP_MS), userId))) throw taken(ACCOUNT_TEXTS.takenEmail);
}

function taken(sentence: string) {
  return refusal('conflict', 'email_taken', sentence, { fields: { email: sentence } });
}

function record(tx: Queryable, shop: Shop, actor: Actor, action: AuditAction): Promise<void> {
  return recordChange(tx, shop, actor, { action, entityId: actor.id, fields: ['email'] });
}

function invalidLink() {
  return refusal('unauthenticated', 'invalid_code', ACCOUNT_TEXTS.invalidLink);
}

function before(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}

export const CONFIRM_MS = DAY_MS;
export const STOP_MS = 7 * DAY_MS;
