import { type CallingToken, noteTokenUse, readCallingToken } from '#src/domain/access/api-tokens.ts';
import type { Shop } from '#src/domain/shop.ts';
import { isUnusableDatabase } from '../errors.ts';

/** Such a call has no cookies: `token-calls.ts` has taken them away. */
export async function readToken(shop: Shop, authorization: string | null): Promise<CallingToken | null> {
  const token = bearerOf(authorization);
  if (token === null) return null;
  const { isUseToNote, ...calling } = await readCallingToken(shop, token);
  if (isUseToNote) await noteUse(shop, calling);
  return calling;
}

/** A call must succeed while nothing can be written; the next one notes it. */
async function noteUse(shop: Shop, token: CallingToken): Promise<void> {
  try {
    await noteTokenUse(shop, token);
  } catch (error) {
    if (!isUnusableDatabase(error)) throw error;
  }
}

/** No browser sends it on its own, and no other site can make one send it. */
export function bearerOf(authorization: string | null): string | null {
  const found = /^Bearer(?: +|$)(.*)$/i.exec(authorization ?? '');
  return found ? (found[1] ?? '').trim() : null;
}
