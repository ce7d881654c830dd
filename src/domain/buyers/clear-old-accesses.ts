import {
  deleteAccessMail,
  deleteExpiredBuyerSessions,
  deleteExpiredTokens,
  listLeftEmails,
} from '#db/queries/buyers/buyers.ts';
import { deleteExpiredOpeningCodes } from '#db/queries/buyers/opening-codes.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';

export async function clearOldAccesses({ db, clock, mail }: Shop): Promise<void> {
  const now = clock.now();
  for (const email of await listLeftEmails(db, now.toISOString())) await mail.forget(email);
  await deleteExpiredTokens(db, now.toISOString());
  await deleteExpiredOpeningCodes(db, now.toISOString());
  await deleteExpiredBuyerSessions(db, now.toISOString());
  await deleteAccessMail(db, new Date(now.getTime() - HOUR_MS).toISOString());
}
