import { raiseReturned } from '#db/queries/payments/refunds.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { reduceCommission } from '../../affiliates/earn-commission.ts';
import { announceSale } from '../../purchases/announce-sale.ts';
import type { Shop } from '../../shop.ts';
import { recordEvent } from '../../timeline/purchase-events.ts';
import type { ChargeSnapshot } from '../pix-provider.ts';
import { holdForReview } from '../review.ts';
import { bookRefund } from './book-refund.ts';

/** The owner decides about the key; a return of everything is a refund, and a lower sum is stale. */
export async function bookPartialReturn(
  shop: Shop,
  purchase: PurchaseRow,
  { returnedCents = 0 }: Pick<ChargeSnapshot, 'returnedCents'>,
  source: EventSource,
): Promise<void> {
  const { paidCents } = purchase;
  if (returnedCents === null) {
    await holdForReview(shop, purchase, { status: 'COMPLETED', review: 'partial_return', paidCents }, source);
    return;
  }
  if (returnedCents <= purchase.returnedCents) return;
  if (returnedCents >= (paidCents ?? purchase.totalCents)) return bookRefund(shop, purchase, source);
  await inTransaction(shop.db, (tx) => writeReturn(tx, shop, purchase, returnedCents, source));
}

async function writeReturn(
  tx: Queryable,
  shop: Shop,
  purchase: PurchaseRow,
  returnedCents: number,
  source: EventSource,
): Promise<void> {
  const row = await raiseReturned(tx, purchase.id, returnedCents, shop.clock.now().toISOString());
  if (!row) return;
  await recordEvent(tx, shop, purchase.id, 'returned_in_part', source, String(returnedCents));
  await announceSale(tx, shop, 'sale.in_review', purchase.id, { which: String(returnedCents) });
  await reduceCommission(tx, shop, purchase.id, (row.paidCents ?? row.totalCents) - returnedCents, source);
}
