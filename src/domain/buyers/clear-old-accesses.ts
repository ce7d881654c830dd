import { deleteAccessMail, listLeftEmails } from '#db/queries/buyers/buyers.ts';
import { deleteExpiredOpeningCodes } from '#db/queries/buyers/opening-codes.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import { clearOldLinks } from '../access/mailed-links.ts';
import type { Shop } from '../shop.ts';

/** Of buyers and of partners. */
export async function clearOldAccesses(shop: Shop): Promise<void> {
  const { db, clock, mail } = shop;
  const now = clock.now();
  for (const email of await listLeftEmails(db, now.toISOString())) await mail.forget(email);
  await clearOldLinks(shop);
  await deleteExpiredOpeningCodes(db, now.toISOString());
  await deleteAccessMail(db, new Date(now.getTime() - HOUR_MS).toISOString());
}
