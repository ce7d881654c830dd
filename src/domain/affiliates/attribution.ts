import { timingSafeEqual } from 'node:crypto';
import { findPartner } from '#db/queries/affiliates/partners.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';

/** A visit by a partner's link, as the browser remembers it. */
export type Click = { affiliateId: string; clickedAt: string };

type Attribution = Pick<PurchaseRow, 'affiliateId' | 'attribution' | 'attributedAt'>;

type Order = {
  coupon: { affiliateId: string | null } | undefined;
  click: Click | null;
  email: string;
  now: Date;
};

/** An affiliate's coupon wins over every link, and who buys with the own address earns nothing. */
export async function attribute(tx: Queryable, shop: Shop, { coupon, click, email, now }: Order): Promise<Attribution> {
  if (coupon?.affiliateId) {
    const owner = await findPartner(tx, coupon.affiliateId);
    const affiliateId = owner?.email === email ? null : coupon.affiliateId;
    return { affiliateId, attribution: 'coupon', attributedAt: now.toISOString() };
  }
  if (!click || !isWithin(click, shop.settings.referralDays, now)) return NOBODY;
  const partner = await findPartner(tx, click.affiliateId);
  if (!partner?.isAffiliate || !partner.isActive || partner.email === email) return NOBODY;
  return { affiliateId: partner.id, attribution: 'link', attributedAt: click.clickedAt };
}

const NOBODY: Attribution = { affiliateId: null, attribution: null, attributedAt: null };

function isWithin({ clickedAt }: Click, days: number, now: Date): boolean {
  const age = now.getTime() - Date.parse(clickedAt);
  return age >= 0 && age <= days * DAY_MS;
}

/** The signature keeps anybody from attributing purchases with a cookie of their own making. */
export function writeClick({ keyedHash }: Pick<Shop, 'keyedHash'>, { affiliateId, clickedAt }: Click): string {
  const content = `${affiliateId}.${Date.parse(clickedAt).toString(36)}`;
  return `${content}.${keyedHash(`click:${content}`).slice(0, 32)}`;
}

export function readClick(shop: Pick<Shop, 'keyedHash'>, cookie: string | undefined): Click | null {
  const [affiliateId = '', time = ''] = cookie?.slice(0, 200).split('.') ?? [];
  const clickedMs = Number.parseInt(time, 36);
  if (!cookie || !/^[0-9a-z]{8,9}$/.test(time)) return null;
  const click = { affiliateId, clickedAt: new Date(clickedMs).toISOString() };
  const expected = Buffer.from(writeClick(shop, click));
  const given = Buffer.from(cookie);
  return given.length === expected.length && timingSafeEqual(given, expected) ? click : null;
}
