import { createHash, randomBytes } from 'node:crypto';
import type { AstroCookies } from 'astro';
import { findSignedInBuyer, renewBuyerSession, SESSION_MS, type SignedIn } from '#src/domain/buyers/sessions.ts';
import { endBuyerSession, signInBuyer } from '#src/domain/buyers/sign-in.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { BuyerSession, OpenBuyerSession } from '#src/wire/buyers/buyer.ts';
import { isUnusableDatabase } from './errors.ts';

/** Apart from Lucia: buyers are no users. The cookie carries a random token and the database its hash. */
export async function readBuyer(shop: Shop, cookies: AstroCookies): Promise<SignedIn | null> {
  const token = cookies.get(cookieName(shop))?.value;
  const found = token ? await findSignedInBuyer(shop, hashOf(token)) : undefined;
  if (!token || !found) return null;
  const { isToRenew, ...buyer } = found;
  if (isToRenew) await renew(shop, cookies, token, buyer.sessionId);
  return buyer;
}

/** Always with a new token, whatever the browser brought along. */
export async function openBuyerSession(
  shop: Shop,
  cookies: AstroCookies,
  proof: OpenBuyerSession,
  clientNetwork: string,
): Promise<BuyerSession> {
  const token = randomBytes(32).toString('base64url');
  const buyer = await signInBuyer(shop, proof, hashOf(token), clientNetwork);
  const former = cookies.get(cookieName(shop))?.value;
  if (former) await endBuyerSession(shop, hashOf(former));
  writeCookie(shop, cookies, token);
  return { customer: { name: buyer.name, email: buyer.email } };
}

export async function closeBuyerSession(shop: Shop, cookies: AstroCookies): Promise<{ success: true }> {
  const token = cookies.get(cookieName(shop))?.value;
  if (token) await endBuyerSession(shop, hashOf(token));
  forgetBuyer(shop, cookies);
  return { success: true };
}

export function forgetBuyer(shop: Shop, cookies: AstroCookies): void {
  cookies.delete(cookieName(shop), cookieAttributes(shop));
}

/** A visit must succeed while nothing can be written; the next one renews. */
async function renew(shop: Shop, cookies: AstroCookies, token: string, sessionId: string): Promise<void> {
  try {
    await renewBuyerSession(shop, sessionId);
    writeCookie(shop, cookies, token);
  } catch (error) {
    if (!isUnusableDatabase(error)) throw error;
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Browsers refuse the prefix on plain http, where a shop is only tried out. */
function cookieName(shop: Shop): string {
  return shop.settings.isHttps ? '__Host-cliente' : 'cliente';
}

function writeCookie(shop: Shop, cookies: AstroCookies, token: string): void {
  cookies.set(cookieName(shop), token, { ...cookieAttributes(shop), maxAge: SESSION_MS / 1000 });
}

function cookieAttributes(shop: Shop) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: shop.settings.isHttps } as const;
}
