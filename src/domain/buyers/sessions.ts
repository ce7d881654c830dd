import { extendBuyerSession, findBuyerSession, type SignedInBuyer } from '#db/queries/buyers/buyers.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { Buyer } from '#src/wire/buyers/buyer.ts';
import type { Shop } from '../shop.ts';

/** A session lasts so long from the last visit, and never longer than the second. */
export const SESSION_MS = 30 * DAY_MS;
const LONGEST_SESSION_MS = 90 * DAY_MS;

export type SignedIn = Buyer & { sessionId: string };

export async function findSignedInBuyer(
  shop: Shop,
  sessionId: string,
): Promise<(SignedIn & { isToRenew: boolean }) | undefined> {
  const now = shop.clock.now().getTime();
  const found = await findBuyerSession(shop.db, sessionId, new Date(now).toISOString());
  if (!found?.email || now - Date.parse(found.createdAt) >= LONGEST_SESSION_MS) return undefined;
  // A session is renewed once a day, so that not every page writes.
  const isToRenew = newEnd(found, now) - Date.parse(found.expiresAt) > DAY_MS;
  return { ...toBuyer(found), sessionId, isToRenew };
}

export async function renewBuyerSession(shop: Shop, sessionId: string): Promise<void> {
  const now = shop.clock.now().getTime();
  const found = await findBuyerSession(shop.db, sessionId, new Date(now).toISOString());
  if (found) await extendBuyerSession(shop.db, sessionId, new Date(newEnd(found, now)).toISOString());
}

export function toBuyer(row: SignedInBuyer): Buyer {
  return {
    customerId: row.customerId,
    name: row.name ?? '',
    email: row.email ?? '',
    wantsUpdates: row.wantsUpdates === 1,
    wantsReminders: row.wantsReminders === 1,
    wantsReviewNotices: row.wantsReviewNotices === 1,
  };
}

function newEnd({ createdAt }: SignedInBuyer, now: number): number {
  return Math.min(now + SESSION_MS, Date.parse(createdAt) + LONGEST_SESSION_MS);
}
