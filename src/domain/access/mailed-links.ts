import {
  DOORS,
  type Door,
  deleteExpired,
  deleteSession,
  deleteSessionsOf,
  deleteTokensOf,
  findToken,
} from '#db/queries/access/mailed-links.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { SECOND_MS } from '#src/wire/basics/durations.ts';
import { newId } from '../ids.ts';
import { type LimitName, takeOrRefuse } from '../rate-limits.ts';
import type { Shop } from '../shop.ts';
import { hashOfToken, tokenOf } from '../tokens.ts';

export type { Door };

type Asked = { email: string; clientNetwork: string; limit: LimitName };

/**
 * `queue` writes the same rows for every address, also for one that asks too often, and the mail is woken only
 * afterwards, so that nobody learns who has an account here.
 */
export async function mailLink(
  shop: Shop,
  { email, clientNetwork, limit }: Asked,
  queue: (tx: Queryable, isTooOften: boolean) => Promise<void>,
): Promise<void> {
  await takeOrRefuse(shop, 'buyerLinksOfNetwork', clientNetwork);
  const isTooOften = (await shop.limits.take(limit, email)) !== null;
  await inTransaction(shop.db, (tx) => queue(tx, isTooOften));
  setTimeout(() => shop.events.publish('outbox'), MAIL_DELAY_MS).unref();
}

/** The answer has left by then, whether or not there is something to send. */
const MAIL_DELAY_MS = 0.3 * SECOND_MS;

/** The hash is kept; from the id the mail's writer makes the token again. */
export function drawToken(shop: Shop, lifeMs: number): { id: string; tokenHash: string; expiresAt: string } {
  const id = newId();
  const expiresAt = new Date(shop.clock.now().getTime() + lifeMs).toISOString();
  return { id, tokenHash: hashOfToken(tokenOf(shop, id)), expiresAt };
}

/** Undefined once the link has been used or is too old. */
export async function findOpenToken<Of extends Door>({ db, clock }: Shop, door: Of, id: string | null) {
  const token = await findToken(db, door, id ?? '');
  return token && !token.usedAt && Date.parse(token.expiresAt) > clock.now().getTime() ? token : undefined;
}

export function endSession({ db }: Shop, door: Door, id: string): Promise<void> {
  return deleteSession(db, door, id);
}

/** Whoever is in has to leave, and no mailed link opens again. */
export async function lockOut(tx: Queryable, door: Door, ownerId: string): Promise<void> {
  await deleteTokensOf(tx, door, ownerId);
  await deleteSessionsOf(tx, door, ownerId);
}

export async function clearOldLinks({ db, clock }: Shop): Promise<void> {
  const now = clock.now().toISOString();
  for (const { tokens, sessions } of Object.values(DOORS)) {
    await deleteExpired(db, tokens, now);
    await deleteExpired(db, sessions, now);
  }
}
