import {
  assignActivationKey,
  findKeyMaker,
  insertSoldKey,
  replaceKey,
  restoreReplacedKeys,
} from '#db/queries/keys/activation-keys.ts';
import { listProductsToServe, listWaitingItems } from '#db/queries/keys/key-stock.ts';
import { endKeyWaiting, findPurchaseItem, markKeyWaiting } from '#db/queries/purchases/purchase-items.ts';
import type { BoughtItem } from '#db/queries/purchases/purchase-status.ts';
import { isKeyDue } from '#db/queries/purchases/purchases.ts';
import type { ActivationKeyRow } from '#db/tables/keys.ts';
import type { PurchaseItemRow } from '#db/tables/purchases.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow, takeTurnForPurchases } from '#db/transactions.ts';
import type { EventSource } from '#src/wire/sales/sale-events.ts';
import { type Announcement, recordAndAnnounce } from '../hooks/announce-event.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Shop } from '../shop.ts';
import { eventOf, recordEvent } from '../timeline/purchase-events.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { generateKey } from './generated-keys.ts';
import { sellTrialKey } from './trial-keys.ts';

/** An item that finds no key waits for one. */
export async function deliverKeys(
  tx: Queryable,
  shop: Shop,
  items: readonly BoughtItem[],
  source: EventSource,
): Promise<void> {
  const now = shop.clock.now().toISOString();
  for (const item of items) {
    if (!item.requiresActivation) continue;
    const isGiven = item.key !== null || (item.isTried && (await sellTrialKey(tx, shop, item, now)));
    const key = isGiven || (await assignKey(tx, { productId: item.productId, itemId: item.id, now }));
    if (!key) await markKeyWaiting(tx, item.id, now);
    const event = eventOf(shop, item.purchaseId, key ? 'key_given' : 'key_waiting', source);
    await recordAndAnnounce(tx, shop, event, describeKey(key ? 'key.delivered' : 'key.waiting', item));
    if (key && item.upgradesItemId) await endReplacedKey(tx, shop, item.id, source);
  }
}

/** Returns how many items got a key. */
export async function deliverWaitingKeys(
  tx: Queryable,
  shop: Shop,
  productId: string,
  source: EventSource,
): Promise<number> {
  let served = 0;
  await takeTurnForPurchases(tx);
  while (true) {
    const waiting = await listWaitingItems(tx, productId, BATCH);
    for (const item of waiting) {
      const { id, purchaseId, keyWaitingSince } = item;
      await lockRow(tx, 'purchases', purchaseId);
      if (!(await isKeyDue(tx, purchaseId)) || !(await endKeyWaiting(tx, id))) continue;
      const now = shop.clock.now().toISOString();
      const key = await assignKey(tx, { productId, itemId: id, now });
      if (!key) {
        await markKeyWaiting(tx, id, keyWaitingSince ?? now);
        return served;
      }
      const event = eventOf(shop, purchaseId, 'key_given', source);
      await recordAndAnnounce(tx, shop, event, describeKey('key.delivered', item));
      await endReplacedKey(tx, shop, id, source);
      await queueMail(tx, shop, { kind: 'key', purchaseId, itemId: id });
      served += 1;
    }
    if (waiting.length < BATCH) return served;
    await yieldToEventLoop();
  }
}

type KeyedItem = Pick<PurchaseItemRow, 'id' | 'purchaseId' | 'productId' | 'productName'>;

/** Without the key itself, which only a hook that asks for keys gets. */
function describeKey(
  type: 'key.delivered' | 'key.waiting',
  { id: itemId, purchaseId, productId, productName }: KeyedItem,
): Announcement {
  return { type, subjectId: itemId, purchaseId, data: { purchaseId, itemId, productId, productName } };
}

/** Delivers keys that came by another way than the back-office. */
export async function deliverAllWaitingKeys(shop: Shop): Promise<void> {
  for (const { id } of await listProductsToServe(shop.db)) {
    await inTransaction(shop.db, (tx) => deliverWaitingKeys(tx, shop, id, 'worker'));
  }
}

/** Touches the other purchase's key alone, so that it needs no turn. */
async function endReplacedKey(tx: Queryable, shop: Shop, itemId: string, source: EventSource): Promise<void> {
  const formerId = await replaceKey(tx, itemId, shop.clock.now().toISOString());
  const former = formerId && (await findPurchaseItem(tx, formerId));
  if (former) await recordEvent(tx, shop, former.purchaseId, 'key_revoked', source);
}

/** What these items had replaced holds again, since they are not the buyer's any more. */
export async function returnReplacedKeys(
  tx: Queryable,
  shop: Shop,
  items: readonly { id: string }[],
  source: EventSource,
): Promise<void> {
  const ids = items.map(({ id }) => id);
  for (const formerId of await restoreReplacedKeys(tx, ids)) {
    const former = await findPurchaseItem(tx, formerId);
    if (former) await recordEvent(tx, shop, former.purchaseId, 'key_given', source);
  }
}

const BATCH = 50;

/** A product whose keys the shop makes spends what is left of its pool first, and never runs out. */
async function assignKey(
  tx: Queryable,
  taker: { productId: string; itemId: string; now: string },
): Promise<Pick<ActivationKeyRow, 'id' | 'key'> | undefined> {
  const free = await assignActivationKey(tx, taker);
  if (free) return free;
  const maker = await findKeyMaker(tx, taker.productId);
  if (!maker?.keyPrefix) return undefined;
  const made = { id: newId(), key: generateKey(maker.keyPrefix), createdAt: taker.now };
  const { productId, itemId, now: assignedAt } = taker;
  await insertSoldKey(tx, { ...made, productId, itemId, assignedAt, machineLimit: maker.machineLimit });
  return made;
}
