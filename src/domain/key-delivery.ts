import { findKeyOfPurchase } from '#db/queries/activation-keys.ts';
import { endKeyWaiting, listProductsToServe, listWaitingBuyers } from '#db/queries/key-stock.ts';
import { markKeyWaiting } from '#db/queries/purchases.ts';
import type { PurchaseRow, Queryable } from '#db/tables.ts';
import { inTransaction } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sale-events.ts';
import { giveKey } from './give-key.ts';
import { announce, recordEvent } from './purchase-events.ts';
import { queueMail } from './queue-mail.ts';
import type { Shop } from './shop.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

export async function deliverKey(tx: Queryable, shop: Shop, sold: PurchaseRow, source: EventSource): Promise<void> {
  const now = shop.clock.now().toISOString();
  // A restored purchase already has its key.
  const known = await findKeyOfPurchase(tx, sold.id);
  const key = known ?? (await giveKey(tx, { productId: sold.productId, purchaseId: sold.id, now }));
  if (!key) await markKeyWaiting(tx, sold.id, now);
  await recordEvent(tx, shop, sold.id, key ? 'key_given' : 'key_waiting', source);
}

/** Returns the purchases that got a key, which the caller announces after the commit. */
export async function deliverWaitingKeys(
  tx: Queryable,
  shop: Shop,
  productId: string,
  source: EventSource,
): Promise<string[]> {
  const served: string[] = [];
  while (true) {
    const waiting = await listWaitingBuyers(tx, productId, BATCH);
    for (const { id, keyWaitingSince } of waiting) {
      if (!(await endKeyWaiting(tx, id))) continue;
      const now = shop.clock.now().toISOString();
      const key = await giveKey(tx, { productId, purchaseId: id, now });
      if (!key) {
        await markKeyWaiting(tx, id, keyWaitingSince ?? now);
        return served;
      }
      await recordEvent(tx, shop, id, 'key_given', source);
      await queueMail(tx, { kind: 'key', purchaseId: id }, now);
      served.push(id);
    }
    if (waiting.length < BATCH) return served;
    await yieldToEventLoop();
  }
}

/** For keys that were added by another way than the back-office. */
export async function deliverAllWaitingKeys(shop: Shop): Promise<void> {
  for (const { id } of await listProductsToServe(shop.db)) {
    const served = await inTransaction(shop.db, (tx) => deliverWaitingKeys(tx, shop, id, 'worker'));
    if (served.length > 0) announce(shop, ...served);
  }
}

const BATCH = 50;
