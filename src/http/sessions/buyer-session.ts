import type { AstroCookies } from 'astro';
import { findSignedInBuyer, renewBuyerSession, SESSION_MS, type SignedIn } from '#src/domain/buyers/sessions.ts';
import { endBuyerSession, signInBuyer } from '#src/domain/buyers/sign-in.ts';
import type { Shop } from '#src/domain/shop.ts';
import { hashOfToken } from '#src/domain/tokens.ts';
import type { BuyerSession, OpenBuyerSession } from '#src/wire/buyers/buyer.ts';
import { isUnusableDatabase } from '../errors.ts';
import { newToken, sessionCookie } from './session-cookie.ts';

/** Apart from Lucia: buyers are no users. */
export async function readBuyer(shop: Shop, cookies: AstroCookies): Promise<SignedIn | null> {
  const token = COOKIE.read(shop, cookies);
  const found = token ? await findSignedInBuyer(shop, hashOfToken(token)) : undefined;
  if (!token || !found) return null;
  const { isToRenew, ...buyer } = found;
  if (isToRenew) await renew(shop, cookies, token, buyer.sessionId);
  return buyer;
}

export async function readBuyerId(shop: Shop, cookies: AstroCookies): Promise<string | null> {
  return (await readBuyer(shop, cookies))?.customerId ?? null;
}

/** Makes a new token, whatever the browser brought along. */
export async function openBuyerSession(
  shop: Shop,
  cookies: AstroCookies,
  proof: OpenBuyerSession,
  clientNetwork: string,
): Promise<BuyerSession> {
  const token = newToken();
  const buyer = await signInBuyer(shop, proof, hashOfToken(token), clientNetwork);
  const former = COOKIE.read(shop, cookies);
  if (former) await endBuyerSession(shop, hashOfToken(former));
  COOKIE.write(shop, cookies, token);
  return { customer: { name: buyer.name, email: buyer.email } };
}

export async function closeBuyerSession(shop: Shop, cookies: AstroCookies): Promise<{ success: true }> {
  const token = COOKIE.read(shop, cookies);
  if (token) await endBuyerSession(shop, hashOfToken(token));
  forgetBuyer(shop, cookies);
  return { success: true };
}

export function forgetBuyer(shop: Shop, cookies: AstroCookies): void {
  COOKIE.delete(shop, cookies);
}

/** A visit must succeed while nothing can be written; the next one renews. */
async function renew(shop: Shop, cookies: AstroCookies, token: string, sessionId: string): Promise<void> {
  try {
    await renewBuyerSession(shop, sessionId);
    COOKIE.write(shop, cookies, token);
  } catch (error) {
    if (!isUnusableDatabase(error)) throw error;
  }
}

const COOKIE = sessionCookie('cliente', SESSION_MS / 1000);
