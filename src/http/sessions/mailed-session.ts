import type { AstroCookies } from 'astro';

import { type Door, endSession } from '#src/domain/access/mailed-links.ts';
import type { Shop } from '#src/domain/shop.ts';
import { hashOfToken } from '#src/domain/tokens.ts';
import { newToken, sessionCookie } from './session-cookie.ts';

/** The session of whoever enters by a mailed link, apart from Lucia: neither buyers nor partners are users of hers. */
export function mailedSession(door: Door, name: string, lifetimeMs: number) {
  const cookie = sessionCookie(name, lifetimeMs / 1000);
  const end = async (shop: Shop, cookies: AstroCookies) => {
    const token = cookie.read(shop, cookies);
    if (token) await endSession(shop, door, hashOfToken(token));
  };
  return {
    ...cookie,
    /** Makes a new token, whatever the browser brought along. */
    async open<Who>(shop: Shop, cookies: AstroCookies, signIn: (sessionId: string) => Promise<Who>): Promise<Who> {
      const token = newToken();
      const who = await signIn(hashOfToken(token));
      await end(shop, cookies);
      cookie.write(shop, cookies, token);
      return who;
    },
    async close(shop: Shop, cookies: AstroCookies): Promise<void> {
      await end(shop, cookies);
      cookie.delete(shop, cookies);
    },
  };
}
