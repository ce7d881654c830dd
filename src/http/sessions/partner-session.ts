import type { AstroCookies } from 'astro';
import {
  findSignedInPartner,
  PARTNER_SESSION_MS,
  type SignedInPartner,
  signInPartner,
} from '#src/domain/partners/partner-access.ts';
import type { Shop } from '#src/domain/shop.ts';
import { hashOfToken } from '#src/domain/tokens.ts';
import { mailedSession } from './mailed-session.ts';

export async function readPartner(shop: Shop, cookies: AstroCookies): Promise<SignedInPartner | null> {
  const token = SESSION.read(shop, cookies);
  return (token && (await findSignedInPartner(shop, hashOfToken(token)))) || null;
}

export function openPartnerSession(
  shop: Shop,
  cookies: AstroCookies,
  mailed: string,
  clientNetwork: string,
): Promise<void> {
  return SESSION.open(shop, cookies, (id) => signInPartner(shop, mailed, id, clientNetwork));
}

export function closePartnerSession(shop: Shop, cookies: AstroCookies): Promise<void> {
  return SESSION.close(shop, cookies);
}

const SESSION = mailedSession('partner', 'parceiro', PARTNER_SESSION_MS);
