import { findSession, findSessionGates, updateSessionGates } from '#db/queries/access/sessions.ts';
import { findUserByEmail, replacePasswordHash } from '#db/queries/access/users.ts';
import { findSecretHash } from '#db/queries/secrets/secrets.ts';
import { inTransaction } from '#db/transactions.ts';
import { LOGIN_REFUSED, type Login, type User } from '#src/wire/access/auth.ts';
import { MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import type { Actor } from '../audit/audit.ts';
import { type LimitName, minutesText, refuseFor, takeOrRefuse } from '../rate-limits.ts';
import { notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { GATE } from './administrators.ts';
import { recordGatePass, recordRefusedSignIn, recordSignIn } from './sign-in-audit.ts';

/** Refusals look and cost the same, so that nobody learns which accounts exist; only failures count against the limits. */
export async function logIn(shop: Shop, { email, password }: Login, clientNetwork: string): Promise<User> {
  // The network is checked first, so that it cannot fill the memory with counters of many accounts.
  refuseFor(await shop.limits.peek('loginByAddress', clientNetwork), TOO_MANY_ATTEMPTS);
  await consumeAttempt(shop, 'login', `${email}|${clientNetwork}`);
  await consumeAttempt(shop, 'loginByAddress', clientNetwork);
  const found = await findUserByEmail(shop.db, email);
  const isRight = await shop.passwords.matches(password, found?.passwordHash);
  if (!found || !isRight || !found.isAdmin || !found.isActive) {
    await recordRefusedSignIn(shop, found);
    throw refusal('unauthenticated', 'invalid_credentials', LOGIN_REFUSED);
  }
  if (!shop.passwords.isCurrent(found.passwordHash)) {
    const renewed = await shop.passwords.hash(password);
    await replacePasswordHash(shop.db, found.id, found.passwordHash, renewed);
  }
  await recordSignIn(shop, found);
  await shop.limits.forget('login', `${email}|${clientNetwork}`);
  await shop.limits.release('loginByAddress', clientNetwork);
  return { id: found.id, email: found.email, name: found.name, isAdmin: true };
}

const GATES = ['products', 'activation-keys'] as const;
export type Gate = (typeof GATES)[number];

export async function passGate(
  shop: Shop,
  actor: Actor,
  visit: { gate: string; password: string; sessionId: string },
): Promise<{ success: true }> {
  const gate = GATES.find((known) => known === visit.gate);
  if (!gate) throw notFound('Esta porta não existe.');
  await consumeAttempt(shop, 'gate', `${gate}|${visit.sessionId}`);
  const isRight = await shop.passwords.matches(visit.password, await findSecretHash(shop.db, GATE));
  if (!isRight) {
    throw refusal('unauthenticated', 'wrong_gate_password', 'A senha fornecida não é válida. Tente novamente.');
  }
  await shop.limits.forget('gate', `${gate}|${visit.sessionId}`);
  await inTransaction(shop.db, async (tx) => {
    await updateSessionGates(tx, visit.sessionId, gate);
    await recordGatePass(tx, shop.clock, actor, gate);
  });
  return { success: true };
}

export async function requireGate(shop: Shop, sessionId: string, gate: Gate): Promise<void> {
  if (await isGateOpenTo(shop, sessionId, gate)) return;
  throw refusal('forbidden', 'gate_required', 'Informe a senha de acesso desta área para continuar.');
}

export async function isGateOpenTo(shop: Shop, sessionId: string | null, gate: Gate): Promise<boolean> {
  return !shop.settings.areGatesEnforced || hasPassedGate(shop, sessionId, gate);
}

export async function hasPassedGate(shop: Shop, sessionId: string | null, gate: Gate): Promise<boolean> {
  if (sessionId === null) return false;
  const gates = await findSessionGates(shop.db, sessionId);
  return gates.includes(gate);
}

/** Money and mail settings want the password itself, since a session may be in somebody else's hands. */
export async function requireFreshPassword(shop: Shop, sessionId: string): Promise<void> {
  const session = await findSession(shop.db, sessionId);
  const typedAt = Math.max(session?.created_at ?? 0, session?.confirmedAt ?? 0);
  if (shop.clock.now().getTime() - typedAt * SECOND_MS < FRESH_MS) return;
  throw refusal('forbidden', 'password_required', 'Digite a sua senha de novo para mudar isto.');
}

const FRESH_MS = 10 * MINUTE_MS;

export function consumeAttempt(shop: Shop, limit: LimitName, key: string): Promise<void> {
  return takeOrRefuse(shop, limit, key, TOO_MANY_ATTEMPTS);
}

const TOO_MANY_ATTEMPTS = {
  code: 'too_many_attempts',
  sentence: (waitSeconds: number) =>
    `Muitas tentativas. Aguarde ${waitSeconds <= 60 ? 'um minuto' : minutesText(waitSeconds)} e tente de novo.`,
} as const;
