import { listDuePurchases } from '#db/queries/purchases.ts';
import { settlePayment } from './settlement.ts';
import type { Shop } from './shop.ts';

/** Looks at the bank for each payment that is due, the two-hour rule included. Answers how many it looked at. */
export async function settleDuePayments(shop: Shop): Promise<number> {
  const due = await listDuePurchases(shop.db, shop.clock.now().toISOString(), BATCH);
  for (const purchase of due) await settlePayment(shop, purchase.id, 'worker');
  return due.length;
}

const BATCH = 50;
