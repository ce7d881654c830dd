import { findCoupon } from '#db/queries/coupons/coupons.ts';
import type { CouponRow } from '#db/tables/coupons.ts';
import { minutesText, refuseFor } from '../rate-limits.ts';
import type { Shop } from '../shop.ts';

/** Right codes are refused too after too many unknown ones; otherwise the refusals would reveal which codes exist. */
export async function findTypedCoupon(shop: Shop, code: string, clientNetwork: string): Promise<CouponRow | undefined> {
  const coupon = await findCoupon(shop.db, code);
  const waitSeconds = coupon
    ? await waitOfRightCode(shop, `${clientNetwork} ${coupon.id}`, clientNetwork)
    : await shop.limits.take('unknownCodes', clientNetwork);
  refuseFor(waitSeconds, { code: 'too_many_codes', sentence: tooManyCodes });
  return coupon;
}

/** The check comes after the lookup, so that parallel guesses are limited as well. */
async function waitOfRightCode({ limits }: Shop, holder: string, clientNetwork: string): Promise<number | null> {
  const isKnown = (await limits.peek('knownCodes', holder)) !== null;
  if (isKnown) return null;
  const waitSeconds = await limits.peek('unknownCodes', clientNetwork);
  if (waitSeconds === null) await limits.take('knownCodes', holder);
  return waitSeconds;
}

function tooManyCodes(waitSeconds: number): string {
  return `Muitos códigos que não existem vieram da sua rede. Espere ${minutesText(waitSeconds)} para usar um cupom, ou compre sem ele.`;
}
