import type { AstroCookies } from 'astro';
import {
  endPartnerSession,
  findSignedInPartner,
  PARTNER_SESSION_MS,
  type SignedInPartner,
  signInPartner,
} from '#src/domain/partners/partner-access.ts';
import type { Shop } from '#src/domain/shop.ts';
import { hashOfToken } from '#src/domain/tokens.ts';
import { newToken, sessionCookie } from './session-cookie.ts';

export async function readPartner(shop: Shop, cookies: AstroCookies): Promise<SignedInPartner | null> {
  const token = COOKIE.read(shop, cookies);
  return (token && (await findSignedInPartner(shop, hashOfToken(token)))) || null;
}

/** Makes a new token, whatever the browser brought along. */
export async function openPartnerSession(
  shop: Shop,
  cookies: AstroCookies,
  mailed: string,
  clientNetwork: string,
): Promise<void> {
  const token = newToken();
  await signInPartner(shop, mailed, hashOfToken(token), clientNetwork);
  const former = COOKIE.read(shop, cookies);
  if (former) await endPartnerSession(shop, hashOfToken(former));
  COOKIE.write(shop, cookies, token);
}

export async function closePartnerSession(shop: Shop, cookies: AstroCookies): Promise<void> {
  const token = COOKIE.read(shop, cookies);
  if (token) await endPartnerSession(shop, hashOfToken(token));
  COOKIE.delete(shop, cookies);
}

const COOKIE = sessionCookie('parceiro', PARTNER_SESSION_MS / 1000);
