import { randomBytes } from 'node:crypto';
import {
  deleteChallenge,
  deleteExpiredChallenges,
  findHttpChallenge,
  insertChallenge,
  listAlpnChallenges,
} from '#db/queries/address/challenges.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { SETTINGS_CHANGED } from '../events.ts';
import type { Shop } from '../shop.ts';
import type { Challenge, ChallengeKind } from './public-address.ts';

/** They lie in the database, since any process may be asked. */
export async function showChallenge(shop: Shop, domain: string, challenge: Challenge): Promise<void> {
  const now = shop.clock.now();
  await deleteExpiredChallenges(shop.db, now.toISOString());
  const expiresAt = new Date(now.getTime() + HOUR_MS).toISOString();
  await insertChallenge(shop.db, { ...challenge, domain, expiresAt });
  if (challenge.kind === 'http') return;
  shop.events.publish(SETTINGS_CHANGED);
  await shop.address.listeners.refresh();
}

export async function answerChallenge({ db, clock }: Shop, token: string): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  return (await findHttpChallenge(db, token, clock.now().toISOString()))?.response ?? null;
}

export function listHandshakeChallenges({ db, clock }: Shop): Promise<{ domain: string; response: string }[]> {
  return listAlpnChallenges(db, clock.now().toISOString());
}

/** Finds by which way the domain leads to this very shop; null where by none. */
export async function findWay(shop: Shop, domain: string): Promise<ChallengeKind | null> {
  for (const kind of ['http', 'alpn'] as const) {
    if (await leadsHere(shop, domain, kind)) return kind;
  }
  return null;
}

async function leadsHere(shop: Shop, domain: string, kind: ChallengeKind): Promise<boolean> {
  const { network } = shop.address;
  const [token, secret] = [drawn(), drawn()];
  const response = `${token}.${secret}`;
  try {
    await showChallenge(shop, domain, { token, kind, response });
    if (kind === 'alpn') return await network.showsChallenge(domain, response);
    return (await network.readChallenge(domain, token)) === response;
  } finally {
    await deleteChallenge(shop.db, token);
  }
}

function drawn(): string {
  return randomBytes(32).toString('base64url');
}

const TOKEN = /^[\w-]{1,200}$/;
