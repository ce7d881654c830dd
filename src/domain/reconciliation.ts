import { listDuePurchases, updateNextCheck } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import { nextCheckAt } from './schedule.ts';
import { settlePayment } from './settlement.ts';
import type { Shop } from './shop.ts';

/** Looks at the bank for each payment that is due, the two-hour rule included. Answers how many it looked at. */
export async function settleDuePayments(shop: Shop): Promise<number> {
  const due = await listDuePurchases(shop.db, shop.clock.now().toISOString(), BATCH);
  for (const purchase of due) await settleOrPostpone(shop, purchase);
  return due.length;
}

/** One payment that cannot be looked at keeps none of those behind it waiting. */
async function settleOrPostpone(shop: Shop, purchase: PurchaseRow): Promise<void> {
  try {
    await settlePayment(shop, purchase.id, 'worker');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    shop.log.error({ purchase: purchase.id.slice(0, 6), code }, 'a payment could not be looked at and will be again');
    await updateNextCheck(shop.db, purchase.id, nextCheckAt(purchase, shop.clock.now()));
  }
}

const BATCH = 50;
