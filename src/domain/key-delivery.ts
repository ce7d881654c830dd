import { takeActivationKey } from '#db/queries/activation-keys.ts';
import { endKeyWaiting, listProductsToServe, listWaitingBuyers } from '#db/queries/key-stock.ts';
import { insertMail } from '#db/queries/outbox.ts';
import { markKeyWaiting } from '#db/queries/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { nextTurn } from './exports.ts';
import type { Shop } from './shop.ts';
import { announce, type EventSource, noteEvent } from './time-line.ts';

/**
 * Gives the free keys of a product to those who have paid and wait, the longest wait first, each with a mail. Answers the
 * purchases that got one: announce them after the commit.
 */
export async function serveWaitingBuyers(
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
      const key = await takeActivationKey(tx, { productId, purchaseId: id, now });
      if (!key) {
        // None is left: the buyer keeps the place in the queue.
        await markKeyWaiting(tx, id, keyWaitingSince ?? now);
        return served;
      }
      await noteEvent(tx, shop, id, 'key_given', source);
      await queueMail(tx, id, now);
      served.push(id);
    }
    if (waiting.length < BATCH) return served;
    // The transaction stays open meanwhile: what needs no database goes on.
    await nextTurn();
  }
}

/** Looks for buyers who wait although a key is free: one that came in by another way than the back-office. */
export async function serveWaitingEverywhere(shop: Shop): Promise<void> {
  for (const { id } of await listProductsToServe(shop.db)) {
    const served = await shop.db.transaction().execute((tx) => serveWaitingBuyers(tx, shop, id, 'worker'));
    if (served.length > 0) announce(shop, ...served);
  }
}

const BATCH = 50;

function queueMail(tx: Queryable, purchaseId: string, now: string): Promise<void> {
  return insertMail(tx, {
    kind: 'key',
    purchaseId,
    dedup: `key:${purchaseId}`,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  });
}
