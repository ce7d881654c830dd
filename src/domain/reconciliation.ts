import { listDuePurchases, updateNextCheck } from '#db/queries/purchases.ts';
import type { PurchaseRow } from '#db/tables.ts';
import type { BankLook } from '#src/wire/sales.ts';
import { errorCode } from './error-code.ts';
import { nextCheckAt } from './schedule.ts';
import { settlePayment } from './settlement.ts';
import type { Shop } from './shop.ts';

/** Looks at the bank for each payment that is due, the two-hour rule included. Answers how many it looked at. */
export async function settleDuePayments(shop: Shop): Promise<number> {
  const due = await listDuePurchases(shop.db, shop.clock.now().toISOString(), BATCH);
  const waiting = due.values();
  let looks = 0;
  let failures = 0;
  const lookInTurn = async () => {
    for (const purchase of waiting) {
      // A bank that is away is away for all of them; those that are left stay due.
      if (failures >= ENOUGH_FAILURES) return;
      const look = await settleOrPostpone(shop, purchase);
      looks += 1;
      if (look === 'unavailable') failures += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookInTurn));
  return looks;
}

/** One payment that cannot be looked at keeps none of those behind it waiting. */
async function settleOrPostpone(shop: Shop, purchase: PurchaseRow): Promise<BankLook | null> {
  try {
    return await settlePayment(shop, purchase.id, 'worker');
  } catch (error) {
    shop.log.error(
      { purchase: purchase.id.slice(0, 6), code: errorCode(error) },
      'a payment could not be looked at and will be again',
    );
    await updateNextCheck(shop.db, purchase.id, nextCheckAt(purchase, shop.clock.now()));
    return null;
  }
}

const BATCH = 50;
const AT_ONCE = 4;
const ENOUGH_FAILURES = 8;
