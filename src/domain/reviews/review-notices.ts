import { findCustomer } from '#db/queries/customers/customers.ts';
import {
  declineReviewNotices,
  findBuyerToAsk,
  insertReviewNotice,
  listBuyersOfItems,
  takeDueNotices,
} from '#db/queries/reviews/review-notices.ts';
import type { OutboxRow } from '#db/tables/mail.ts';
import type { PurchaseItemRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { reviewPath } from '#src/wire/reviews/reviews.ts';
import type { ReviewNoticeMail } from '../mail/content.ts';
import { addressMail } from '../mail/mail-address.ts';
import type { MailHandlers } from '../mail/mail-handlers.ts';
import { queueMailQuietly } from '../mail/queue-mail.ts';
import { readSignedToken, signedToken } from '../mail/signed-links.ts';
import { spacedTimes } from '../releases/announcements.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export const REVIEW_MAIL = { review: { write: writeReviewNotice } } satisfies Partial<MailHandlers>;

const ASKED_AFTER_MS = 14 * DAY_MS;

/** Call it with each download: only the first of an item counts. */
export async function planReviewNotice(tx: Queryable, { clock }: Shop, item: PurchaseItemRow): Promise<void> {
  if (item.downloadCount > 0) return;
  const dueAt = new Date(clock.now().getTime() + ASKED_AFTER_MS).toISOString();
  await insertReviewNotice(tx, { itemId: item.id, dueAt });
}

/** What falls due while the owner wants no such mail is never sent. */
export async function queueReviewNotices(shop: Shop, stopping?: AbortSignal): Promise<void> {
  let taken = BATCH;
  while (taken === BATCH && !stopping?.aborted) {
    taken = await inTransaction(shop.db, (tx) => queueBatch(tx, shop));
    await yieldToEventLoop();
  }
}

const BATCH = 200;

async function queueBatch(tx: Queryable, shop: Shop): Promise<number> {
  const now = shop.clock.now();
  const itemIds = await takeDueNotices(tx, now.toISOString(), BATCH);
  if (itemIds.length === 0 || shop.settings.reviewNotice === 'off') return itemIds.length;
  const buyers = await listBuyersOfItems(tx, itemIds);
  const times = await spacedTimes(tx, shop, now, buyers.length);
  for (const [at, { customerId, productId }] of buyers.entries()) {
    if (!(await findBuyerToAsk(tx, { customerId, productId }))) continue;
    await queueMailQuietly(tx, shop, { kind: 'review', customerId, payload: productId }, times[at]);
  }
  return itemIds.length;
}

/** Nothing is said to whoever wrote, declined or gave the plugin back since it was queued. */
async function writeReviewNotice(shop: Shop, mail: OutboxRow): Promise<ReviewNoticeMail | undefined> {
  const { customerId, payload } = mail;
  if (customerId === null || payload === null || shop.settings.reviewNotice === 'off') return undefined;
  const buyer = await findBuyerToAsk(shop.db, { customerId, productId: payload });
  if (!buyer) return undefined;
  const { siteUrl } = shop.settings;
  return {
    kind: 'review',
    ...addressMail(shop, mail, buyer),
    productName: buyer.productName,
    reviewUrl: `${siteUrl}${reviewPath(buyer.itemId)}`,
    unsubscribeUrl: `${siteUrl}/avisos/avaliacoes/${await signedToken(shop, customerId, REVIEW_NOTICES)}`,
  };
}

/** What the links that decline them are signed for. */
export const REVIEW_NOTICES = 'reviews';

export async function unsubscribeFromReviews(shop: Pick<Shop, 'db'>, token: string): Promise<boolean> {
  const customerId = await readSignedToken(shop, token, REVIEW_NOTICES);
  if (customerId === null || !(await findCustomer(shop.db, customerId))) return false;
  return declineReviewNotices(shop.db, customerId);
}
