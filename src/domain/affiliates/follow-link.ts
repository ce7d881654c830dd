import { countClick, findPartnerByCode } from '#db/queries/affiliates/partners.ts';
import { dayOf } from '#src/wire/basics/dates.ts';
import type { Shop } from '../shop.ts';
import { type Click, readClick, writeClick } from './attribution.ts';

type Visit = { code: string; to: string | null; cookie: string | undefined; clientNetwork: string; isRobot: boolean };

/**
 * A code that nobody has any more still leads to the shop, since links stand in old videos. One visitor counts once a day for a
 * partner, and a network only so often.
 */
export async function followLink(
  shop: Shop,
  { code, to, cookie, clientNetwork, isRobot }: Visit,
): Promise<{ path: string; cookie: string | null }> {
  const path = ownPath(shop, to);
  const partner = isRobot ? undefined : await findPartnerByCode(shop.db, code.slice(0, 100));
  if (!partner) return { path, cookie: null };
  const now = shop.clock.now();
  const click: Click = { affiliateId: partner.id, clickedAt: now.toISOString() };
  const before = readClick(shop, cookie);
  const isCounted = before?.affiliateId === partner.id && dayOf(new Date(before.clickedAt)) === dayOf(now);
  if (!isCounted && (await shop.limits.take('partnerClicks', clientNetwork)) === null) {
    await countClick(shop.db, partner.id, dayOf(now));
  }
  return { path, cookie: writeClick(shop, click) };
}

function ownPath({ settings }: Shop, to: string | null): string {
  const { origin } = new URL(settings.siteUrl);
  if (!to?.startsWith('/') || to.length > 300) return '/';
  const found = URL.parse(to, settings.siteUrl);
  const isOurs = found?.origin === origin && !OTHER_HOST.test(found.pathname) && !LEADS_ON.test(found.pathname);
  return isOurs ? `${found.pathname}${found.search}` : '/';
}

/** `/..//other.example` is a path of ours that a browser follows to another host. */
const OTHER_HOST = /^\/\//;
/** Calls and further links are no pages to send visitors to. */
const LEADS_ON = /^\/(?:a|api|admin)(?:\/|$)/;
