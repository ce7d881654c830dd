import { findSessionGates, updateSessionGates } from '#db/queries/access/sessions.ts';
import { findUserByEmail, replacePasswordHash } from '#db/queries/access/users.ts';
import { findSecretHash } from '#db/queries/secrets/secrets.ts';
import { inTransaction } from '#db/transactions.ts';
import { LOGIN_REFUSED, type Login, type User } from '#src/wire/access/auth.ts';
import { type Capability, can, type Role } from '#src/wire/access/roles.ts';
import type { Actor } from '../audit/audit.ts';
import { type LimitName, minutesText, refuseFor, takeOrRefuse } from '../rate-limits.ts';
import { notFound, refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { GATE } from './administrators.ts';
import { requireCapability } from './capabilities.ts';
import { askSecondFactor } from './factors/sign-in.ts';
import { recordGatePass, recordRefusedSignIn } from './sign-in-audit.ts';

/** Refusals look and cost the same, so that nobody learns which accounts exist; only failures count against the limits. A person with a second factor is asked for it: the refusal says by what. */
export async function logIn(shop: Shop, { email, password }: Login, clientNetwork: string): Promise<User> {
  // The network is checked first, so that it cannot fill the memory with counters of many accounts.
  refuseFor(await shop.limits.peek('loginByAddress', clientNetwork), TOO_MANY_ATTEMPTS);
  await consumeAttempt(shop, 'login', `${email}|${clientNetwork}`);
  await consumeAttempt(shop, 'loginByAddress', clientNetwork);
  const found = await findUserByEmail(shop.db, email);
  const isRight = await shop.passwords.matches(password, found?.passwordHash);
  if (!found?.role || !isRight || !found.isAdmin || !found.isActive) {
    await recordRefusedSignIn(shop, found);
    throw refusal('unauthenticated', 'invalid_credentials', LOGIN_REFUSED);
  }
  if (!shop.passwords.isCurrent(found.passwordHash)) {
    const renewed = await shop.passwords.hash(password);
    await replacePasswordHash(shop.db, found.id, found.passwordHash, renewed);
  }
  await shop.limits.forget('login', `${email}|${clientNetwork}`);
  await shop.limits.release('loginByAddress', clientNetwork);
  await askSecondFactor(shop, found.id);
  return { id: found.id, email: found.email, name: found.name, isAdmin: true, role: found.role };
}

const GATES = ['products', 'activation-keys'] as const;
export type Gate = (typeof GATES)[number];

/** Who may pass; other roles see neither the gate nor what is behind it. */
const GATE_ALLOWS = { products: 'writeProducts', 'activation-keys': 'readKeys' } satisfies Record<Gate, Capability>;

export async function passGate(
  shop: Shop,
  actor: Actor & Pick<User, 'role'>,
  visit: { gate: string; password: string; sessionId: string },
): Promise<void> {
  const gate = GATES.find((known) => known === visit.gate);
  if (!gate) throw notFound('Esta porta não existe.');
  requireCapability(actor.role, GATE_ALLOWS[gate]);
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
}

/** A gate stands before those alone who may pass it: what a call asks of others, `allow` has judged. */
export async function requireGate(
  shop: Shop,
  { role, sessionId }: { role: Role; sessionId: string },
  gate: Gate,
): Promise<void> {
  if (!can(role, GATE_ALLOWS[gate]) || (await isGateOpenTo(shop, sessionId, gate))) return;
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

export function consumeAttempt(shop: Shop, limit: LimitName, key: string): Promise<void> {
  return takeOrRefuse(shop, limit, key, TOO_MANY_ATTEMPTS);
}

const TOO_MANY_ATTEMPTS = {
  code: 'too_many_attempts',
  sentence: (waitSeconds: number) =>
    `Muitas tentativas. Aguarde ${waitSeconds <= 60 ? 'um minuto' : minutesText(waitSeconds)} e tente de novo.`,
} as const;
