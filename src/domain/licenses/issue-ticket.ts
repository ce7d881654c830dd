import { createHash } from 'node:crypto';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { shiftDay, startOf } from '#src/wire/basics/dates.ts';
import { DAY_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { lastDayOfWithdrawal } from '#src/wire/withdrawals/withdrawal-days.ts';
import type { Shop } from '../shop.ts';
import { showWithdrawal } from '../withdrawals/withdrawals.ts';
import type { GoodLicense } from './check-license-key.ts';

export async function issueTicket(
  { tickets, clock, settings }: Shop,
  { id, productId, updatesMajor, updatesUntil, kind }: Covering & { id: string; productId: string; kind?: 'trial' },
  fingerprint: string,
  expiresAt: string,
): Promise<{ ticket: string; expiresAt: string }> {
  const iat = Math.floor(clock.now().getTime() / SECOND_MS);
  const exp = Date.parse(expiresAt) / SECOND_MS;
  const fp = createHash('sha256').update(fingerprint).digest('base64url');
  const terms = {
    ...(kind && { kind }),
    ...(updatesMajor !== null && { maj: updatesMajor }),
    ...(updatesUntil !== null && { upd: updatesUntil }),
  };
  const ticket = await tickets.sign({ iss: settings.siteUrl, sub: id, pid: productId, fp, ...terms, iat, exp });
  return { ticket, expiresAt };
}

type Covering = Pick<GoodLicense, 'updatesMajor' | 'updatesUntil'>;

/** The end of the ticket to the second, as the ticket itself says it. */
export async function endOfTicket(
  db: Queryable,
  clock: Shop['clock'],
  { purchaseId }: GoodLicense,
  days: number,
): Promise<string> {
  const end = Math.min(clock.now().getTime() + days * DAY_MS, await endOfWithdrawalTerm(db, clock, purchaseId));
  return new Date(end - (end % SECOND_MS)).toISOString();
}

/** A ticket outlives a withdrawal, so that of a purchase that can still be given up ends with this term; infinite afterwards. */
async function endOfWithdrawalTerm(db: Queryable, clock: Shop['clock'], purchaseId: string): Promise<number> {
  const purchase = await findPurchase(db, purchaseId);
  const withdrawal = purchase && (await showWithdrawal({ db, clock }, purchase));
  if (withdrawal?.state !== 'possible') return Number.POSITIVE_INFINITY;
  const lastDay = withdrawal.until ?? lastDayOfWithdrawal(clock.now().toISOString());
  return startOf(shiftDay(lastDay, 1)).getTime();
}
