import { findKeyOfItem } from '#db/queries/keys/activation-keys.ts';
import { listProductsToServe, listWaitingItems } from '#db/queries/keys/key-stock.ts';
import { endKeyWaiting, listItemsOfPurchase, markKeyWaiting } from '#db/queries/purchases/purchase-items.ts';
import { isKeyDue } from '#db/queries/purchases/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, takeTurnForPurchases } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Shop } from '../shop.ts';
import { announce, recordEvent } from '../timeline/purchase-events.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { assignKey } from './assign-key.ts';

/** An item that finds no key waits for one. */
export async function deliverKeys(tx: Queryable, shop: Shop, purchaseId: string, source: EventSource): Promise<void> {
  const now = shop.clock.now().toISOString();
  for (const item of await listItemsOfPurchase(tx, purchaseId)) {
    if (!item.requiresActivation) continue;
    // A restored purchase already has its key.
    const known = await findKeyOfItem(tx, item.id);
    const key = known ?? (await assignKey(tx, { productId: item.productId, itemId: item.id, now }));
    if (!key) await markKeyWaiting(tx, item.id, now);
    await recordEvent(tx, shop, purchaseId, key ? 'key_given' : 'key_waiting', source);
  }
}

/** Returns the purchase of each item that got a key; the caller announces them after the commit. */
export async function deliverWaitingKeys(
  tx: Queryable,
  shop: Shop,
  productId: string,
  source: EventSource,
): Promise<string[]> {
  const served: string[] = [];
  await takeTurnForPurchases(tx);
  while (true) {
    const waiting = await listWaitingItems(tx, productId, BATCH);
    for (const { id, purchaseId, keyWaitingSince } of waiting) {
      await lockRow(tx, 'purchases', purchaseId);
      if (!(await isKeyDue(tx, purchaseId)) || !(await endKeyWaiting(tx, id))) continue;
      const now = shop.clock.now().toISOString();
      const key = await assignKey(tx, { productId, itemId: id, now });
      if (!key) {
        await markKeyWaiting(tx, id, keyWaitingSince ?? now);
        return served;
      }
      await recordEvent(tx, shop, purchaseId, 'key_given', source);
      await queueMail(tx, { kind: 'key', purchaseId, itemId: id }, now);
      served.push(purchaseId);
    }
    if (waiting.length < BATCH) return served;
    await yieldToEventLoop();
  }
}

/** Delivers keys that came by another way than the back-office. */
export async function deliverAllWaitingKeys(shop: Shop): Promise<void> {
  for (const { id } of await listProductsToServe(shop.db)) {
    const served = await inTransaction(shop.db, (tx) => deliverWaitingKeys(tx, shop, id, 'worker'));
    if (served.length > 0) announce(shop, ...served);
  }
}

const BATCH = 50;
