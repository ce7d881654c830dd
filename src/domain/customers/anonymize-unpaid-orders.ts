import { listOtherEmails } from '#db/queries/buyers/buyers.ts';
import { deleteEventsOfPurchases } from '#db/queries/hooks/shop-events.ts';
import {
  anonymizeOrders,
  deleteCustomersWithoutOrders,
  listCustomersWithoutOrders,
  listUnpaidOrders,
  type UnpaidOrder,
} from '#db/queries/purchases/unpaid-orders.ts';
import { forgetOldNumbers } from '#db/queries/reminders/reminders.ts';
import { inTransaction } from '#db/transactions.ts';
import { SCHEDULE } from '#src/wire/audit/audit.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import type { Shop } from '../shop.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { eraseViews } from './erase-views.ts';
import { announceErasure } from './erasure.ts';

export async function anonymizeUnpaidOrders(shop: Shop): Promise<number> {
  const lastKept = new Date(shop.clock.now().getTime() - UNPAID_NUMBERS_KEPT_MS).toISOString();
  await forgetOldNumbers(shop.db, lastKept);
  let forgotten = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const count = await forgetSome(shop);
    forgotten += count;
    if (count < STEP) break;
    await yieldToEventLoop();
  }
  if (forgotten > 0) shop.log.info({ orders: forgotten }, 'orders that were never paid have lost their person');
  if (forgotten === STEP * STEPS) shop.events.publish(MORE_UNPAID_ORDERS);
  return forgotten;
}

export const MORE_UNPAID_ORDERS = 'unpaid-orders';

function forgetSome(shop: Shop): Promise<number> {
  const now = shop.clock.now();
  const before = new Date(now.getTime() - shop.settings.unpaidKeptDays * DAY_MS).toISOString();
  return inTransaction(shop.db, async (tx) => {
    const orders = await listUnpaidOrders(tx, before, STEP);
    if (orders.length === 0) return 0;
    await anonymizeOrders(
      tx,
      orders.map(({ id }) => id),
    );
    await deleteEventsOfPurchases(
      tx,
      orders.map(({ id }) => id),
    );
    const customerIds = [...new Set(orders.map(({ customerId }) => customerId))];
    const gone = await listCustomersWithoutOrders(tx, customerIds);
    const texts = [...orders.flatMap(textsOf), ...gone.flatMap(({ name, email }) => [name, email])];
    for (const { id: goneId } of gone) {
      const ofPerson = orders.filter(({ customerId }) => customerId === goneId);
      await announceErasure(
        tx,
        shop,
        goneId,
        ofPerson.map(({ id }) => id),
      );
    }
    for (const { id } of gone) texts.push(...(await listOtherEmails(tx, id)));
    await deleteCustomersWithoutOrders(tx, customerIds, now.toISOString());
    await eraseViews(tx, shop, { id: SCHEDULE }, texts);
    return orders.length;
  });
}

function textsOf({ customerName, customerEmail, whatsapp }: UnpaidOrder): (string | null)[] {
  return [customerName, customerEmail, whatsapp];
}

/** WhatsApp numbers go after this time, however long the orders themselves are kept. */
const UNPAID_NUMBERS_KEPT_MS = 90 * DAY_MS;

const STEP = 20;
const STEPS = 100;
