import { type Click, readClick } from '#src/domain/affiliates/attribution.ts';
import { followLink } from '#src/domain/affiliates/follow-link.ts';
import type { Shop } from '#src/domain/shop.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { isRobot } from '../robots.ts';
import { type Cookies, sessionCookie } from './session-cookie.ts';

/** By which partner's link the browser came; an order reads it, and no page. */
export function readReferral(shop: Shop, cookies: Cookies): Click | null {
  return readClick(shop, cookieOf(shop).read(shop, cookies));
}

type Visit = { code: string; url: URL; headers: Headers; cookies: Cookies; clientNetwork: string };

/** Returns where the link leads, and remembers it. */
export async function followReferral(
  shop: Shop,
  { code, url, headers, cookies, clientNetwork }: Visit,
): Promise<string> {
  const cookie = cookieOf(shop);
  const followed = await followLink(shop, {
    code,
    to: url.searchParams.get('para'),
    cookie: cookie.read(shop, cookies),
    clientNetwork,
    isRobot: isRobot(headers.get('user-agent') ?? ''),
  });
  if (followed.cookie) cookie.write(shop, cookies, followed.cookie);
  return followed.path;
}

/** It lasts as long as a link counts. */
function cookieOf({ settings }: Shop) {
  return sessionCookie('indicacao', (settings.referralDays * DAY_MS) / 1000);
}
