import { listOwnersOfItems, takeEndingItems } from '#db/queries/purchases/owned-items.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { dayOf, dayText } from '#src/wire/basics/dates.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type { RenewalNoticeMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { queueMailQuietly } from '../mail/queue-mail.ts';
import { spacedTimes } from '../releases/announcements.ts';
import { unsubscribeUrl } from '../releases/unsubscribe.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { lastDayToRenew, listRenewals } from './renewals.ts';

export const RENEWAL_MAIL = { renewal: { write: writeRenewalNotice } } satisfies Partial<MailHandlers>;

/** Whoever has just bought a month of updates knows its end. */
const SOLD_BEFORE_MS = 7 * DAY_MS;
const BATCH = 200;

/** What comes due while the owner wants no such mail is never sent. */
export async function queueRenewalNotices(shop: Shop, stopping?: AbortSignal): Promise<void> {
  let taken = BATCH;
  while (taken === BATCH && !stopping?.aborted) {
    taken = await inTransaction(shop.db, (tx) => queueBatch(tx, shop));
    await yieldToEventLoop();
  }
}

async function queueBatch(tx: Queryable, shop: Shop): Promise<number> {
  const now = shop.clock.now();
  const soldBefore = new Date(now.getTime() - SOLD_BEFORE_MS).toISOString();
  const ids = await takeEndingItems(tx, { from: dayOf(now), to: lastDayToRenew(now), soldBefore, limit: BATCH });
  if (ids.length === 0 || shop.settings.renewalNotice === 'off') return ids.length;
  const items = await listOwnersOfItems(tx, ids);
  const times = await spacedTimes(tx, shop, now, items.length);
  for (const [at, { id, updatesUntil, customerId }] of items.entries()) {
    await queueMailQuietly(tx, shop, { kind: 'renewal', customerId, payload: `${id} ${updatesUntil}` }, times[at]);
  }
  return ids.length;
}

/** Nothing is said of what was renewed or given back since it was queued, or to whoever declined. */
async function writeRenewalNotice(shop: Shop, mail: OutboxRow): Promise<RenewalNoticeMail | undefined> {
  const { customerId, payload } = mail;
  if (customerId === null || payload === null || shop.settings.renewalNotice === 'off') return undefined;
  const renewable = await listRenewals(shop.db, customerId, shop.clock.now());
  const item = renewable.find(({ id, updatesUntil }) => `${id} ${updatesUntil}` === payload);
  if (!item?.email || item.openPurchaseId || item.wantsUpdates === 0 || item.bouncedAt !== null) return undefined;
  const { name, email, productName, updatesUntil, updateMonths, renewalPriceCents } = item;
  return {
    kind: 'renewal',
    ...addressMail(shop, mail, { name, email }),
    productName,
    until: dayText(updatesUntil),
    months: updateMonths,
    amount: formatCents(renewalPriceCents),
    renewalUrl: `${shop.settings.siteUrl}/minhas-compras`,
    unsubscribeUrl: await unsubscribeUrl(shop, customerId),
  };
}
