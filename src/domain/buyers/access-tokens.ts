import { insertBuyerToken } from '#db/queries/buyers/buyers.ts';
import type { BuyerTokenRow } from '#db/tables/buyers.ts';
import type { Queryable } from '#db/tables.ts';
import { HOUR_MS, MINUTE_MS } from '#src/wire/basics/durations.ts';
import { SIGN_IN_MINUTES } from '#src/wire/buyers/buyer.ts';
import { drawToken } from '../access/mailed-links.ts';
import type { Shop } from '../shop.ts';

type NewToken = Pick<BuyerTokenRow, 'customerId' | 'purpose'> &
  Partial<Pick<BuyerTokenRow, 'newEmail' | 'formerEmail'>>;

/** Stores hashes only and returns the id, from which the mail's writer makes token and code again. */
export async function createBuyerToken(tx: Queryable, shop: Shop, wanted: NewToken): Promise<string> {
  const token = drawToken(shop, LIFE_MS[wanted.purpose]);
  const codeHash = wanted.purpose === 'sign_in' ? hashOfCode(shop, token.id, codeOf(shop, token.id)) : null;
  await insertBuyerToken(tx, { newEmail: null, formerEmail: null, ...wanted, ...token, codeHash });
  return token.id;
}

export function codeOf(shop: Shop, id: string): string {
  const number = Number.parseInt(shop.keyedHash(`code:${id}`).slice(0, 12), 16);
  return String(number % 1_000_000).padStart(6, '0');
}

/** The hash has the shop's key: six digits are guessed at once from a plain hash. */
export function hashOfCode(shop: Shop, id: string, code: string): string {
  return shop.keyedHash(`code hash:${id}:${code}`);
}

const LIFE_MS: Record<BuyerTokenRow['purpose'], number> = {
  sign_in: SIGN_IN_MINUTES * MINUTE_MS,
  new_email: 24 * HOUR_MS,
  stop_email: 7 * 24 * HOUR_MS,
};
