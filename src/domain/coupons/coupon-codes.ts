import { findCoupon } from '#db/queries/coupons/coupons.ts';
import type { CouponRow } from '#db/tables.ts';
import { refusal } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** After too many unknown codes right ones are refused too; otherwise the refusals would reveal which codes exist. */
export async function findTypedCoupon(shop: Shop, code: string, clientNetwork: string): Promise<CouponRow | undefined> {
  const coupon = await findCoupon(shop.db, code);
  const waitSeconds = coupon
    ? await waitOfRightCode(shop, `${clientNetwork} ${coupon.id}`, clientNetwork)
    : await shop.limits.take('unknownCodes', clientNetwork);
  if (waitSeconds !== null) throw tooManyCodes(waitSeconds);
  return coupon;
}

/** Checked after the lookup, so that parallel guesses are limited as well. */
async function waitOfRightCode({ limits }: Shop, holder: string, clientNetwork: string): Promise<number | null> {
  const isKnown = (await limits.peek('rightCodes', holder)) !== null;
  if (isKnown) return null;
  const waitSeconds = await limits.peek('unknownCodes', clientNetwork);
  if (waitSeconds === null) await limits.take('rightCodes', holder);
  return waitSeconds;
}

function tooManyCodes(retryAfterSeconds: number) {
  const sentence = `Muitos códigos que não existem vieram da sua rede. Espere ${minutes(retryAfterSeconds)} para usar um cupom, ou compre sem ele.`;
  return refusal('too_many', 'too_many_codes', sentence, { retryAfterSeconds });
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? '1 minuto' : `${count} minutos`;
}
