import { clearReview } from '#db/queries/purchases/purchase-reviews.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import type { Shop } from '../../shop.ts';
import { recordChangedEvent } from '../../timeline/purchase-events.ts';
import type { ChargeSnapshot } from '../pix-provider.ts';
import { holdForReview } from '../review.ts';
import { scheduleNextPoll } from './schedule-next-poll.ts';

/** It stays payable until it expires while no money shows; else it goes to the owner, and never expires unpaid. */
export async function applyUnknown(
  shop: Shop,
  purchase: PurchaseRow,
  bank: ChargeSnapshot,
  source: EventSource,
): Promise<void> {
  const isOverdue = Date.parse(purchase.expiresAt) <= shop.clock.now().getTime();
  const isForOwner = bank.paidCents !== null || isOverdue;
  if (purchase.status === 'PENDING' && purchase.review === null && isForOwner) {
    await holdForReview(shop, purchase, { status: 'PENDING', review: 'unknown_state', paidCents: null }, source);
  } else if (purchase.review !== 'unknown_state') {
    const detail = (bank.bankWord ?? '').replace(/[^\w./-]/g, '').slice(0, LONGEST_WORD);
    await recordChangedEvent(shop.db, shop, purchase.id, { event: 'state_unknown', source, detail });
  }
  return scheduleNextPoll(shop, purchase);
}

export async function endUnknown(shop: Shop, purchase: PurchaseRow, bank: ChargeSnapshot): Promise<PurchaseRow> {
  const isClear = bank.state !== 'unknown' && bank.reference === purchase.providerReference;
  if (purchase.review !== 'unknown_state' || !isClear) return purchase;
  const isCleared = await inTransaction(shop.db, (tx) => clearReview(tx, purchase.id, 'unknown_state'));
  return isCleared ? { ...purchase, review: null } : purchase;
}

const LONGEST_WORD = 60;
