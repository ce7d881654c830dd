import type { AstroCookies } from 'astro';
import { findSignedInBuyer, renewBuyerSession, SESSION_MS, type SignedIn } from '#src/domain/buyers/sessions.ts';
import { signInBuyer } from '#src/domain/buyers/sign-in.ts';
import type { Shop } from '#src/domain/shop.ts';
import { hashOfToken } from '#src/domain/tokens.ts';
import type { BuyerSession, OpenBuyerSession } from '#src/wire/buyers/buyer.ts';
import { isUnusableDatabase } from '../errors.ts';
import { mailedSession } from './mailed-session.ts';

export async function readBuyer(shop: Shop, cookies: AstroCookies): Promise<SignedIn | null> {
  const token = SESSION.read(shop, cookies);
  const found = token ? await findSignedInBuyer(shop, hashOfToken(token)) : undefined;
  if (!token || !found) return null;
  const { isToRenew, ...buyer } = found;
  if (isToRenew) await renew(shop, cookies, token, buyer.sessionId);
  return buyer;
}

export async function readBuyerId(shop: Shop, cookies: AstroCookies): Promise<string | null> {
  return (await readBuyer(shop, cookies))?.customerId ?? null;
}

export async function openBuyerSession(
  shop: Shop,
  cookies: AstroCookies,
  proof: OpenBuyerSession,
  clientNetwork: string,
): Promise<BuyerSession> {
  const { name, email } = await SESSION.open(shop, cookies, (id) => signInBuyer(shop, proof, id, clientNetwork));
  return { customer: { name, email } };
}

export function closeBuyerSession(shop: Shop, cookies: AstroCookies): Promise<void> {
  return SESSION.close(shop, cookies);
}

export function forgetBuyer(shop: Shop, cookies: AstroCookies): void {
  SESSION.delete(shop, cookies);
}

/** A visit must succeed while nothing can be written; the next one renews. */
async function renew(shop: Shop, cookies: AstroCookies, token: string, sessionId: string): Promise<void> {
  try {
    await renewBuyerSession(shop, sessionId);
    SESSION.write(shop, cookies, token);
  } catch (error) {
    if (!isUnusableDatabase(error)) throw error;
  }
}

const SESSION = mailedSession('buyer', 'cliente', SESSION_MS);
