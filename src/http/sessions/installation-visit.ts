import type { AstroGlobal } from 'astro';
import { hasFirstAccount } from '#src/domain/installation/installation.ts';
import { holdsLink } from '#src/domain/installation/links.ts';
import type { Shop } from '#src/domain/shop.ts';
import type { User } from '#src/wire/access/auth.ts';
import { can } from '#src/wire/access/roles.ts';
import { HOUR_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { LINK_HOURS } from '#src/wire/installation/steps.ts';
import { type Cookies, sessionCookie } from './session-cookie.ts';

/** It carries the link's token until the account is made; then the administrator's session counts. */
const COOKIE = sessionCookie('installation', (LINK_HOURS * HOUR_MS) / SECOND_MS);

export type InstallationVisit = 'stranger' | 'holder' | 'owner';

export async function installationVisit(
  shop: Shop,
  cookies: Cookies,
  user: User | null,
  clientNetwork: string,
): Promise<InstallationVisit> {
  if (can(user?.role, 'settings')) return 'owner';
  const holds = !(await hasFirstAccount(shop)) && (await holdsLink(shop, COOKIE.read(shop, cookies), clientNetwork));
  return holds ? 'holder' : 'stranger';
}

/** Opening the link spends nothing, since mail scanners and previews open links, too. */
export async function takeLink({ locals, cookies }: AstroGlobal, token: string): Promise<boolean> {
  const { shop, clientNetwork } = locals;
  if ((await hasFirstAccount(shop)) || !(await holdsLink(shop, token, clientNetwork))) return false;
  COOKIE.write(shop, cookies, token);
  return true;
}

export function forgetLink({ locals, cookies }: Pick<AstroGlobal, 'locals' | 'cookies'>): void {
  COOKIE.delete(locals.shop, cookies);
}

/** Whoever made the account keeps none. */
export function keepsOldLink({ locals, cookies }: Pick<AstroGlobal, 'locals' | 'cookies'>): boolean {
  return COOKIE.read(locals.shop, cookies) !== undefined;
}
