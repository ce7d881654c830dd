import { updateMailChoices } from '#db/queries/buyers/buyers.ts';
import { findObstacle } from '#db/queries/customers/erasure-obstacles.ts';
import type { Flag } from '#db/tables/columns.ts';
import { inTransaction } from '#db/transactions.ts';
import { BUYER } from '#src/wire/audit/audit.ts';
import { BUYER_TEXTS, type Buyer, type ChooseMail } from '#src/wire/buyers/buyer.ts';
import type { CustomerExport } from '#src/wire/customers/customer-export.ts';
import { exportCustomer } from '../customers/customer-export.ts';
import { removeCustomer } from '../customers/erasure.ts';
import { conflict } from '../refusals.ts';
import { optIn, optOut } from '../reminders/decline-reminders.ts';
import type { Shop } from '../shop.ts';

export async function chooseMail(shop: Shop, buyer: Buyer, choices: ChooseMail): Promise<Omit<Buyer, 'customerId'>> {
  const wanted = {
    wantsUpdates: choices.wantsUpdates ?? buyer.wantsUpdates,
    wantsReminders: choices.wantsReminders ?? buyer.wantsReminders,
    wantsReviewNotices: choices.wantsReviewNotices ?? buyer.wantsReviewNotices,
  };
  await inTransaction(shop.db, async (tx) => {
    await (wanted.wantsReminders ? optIn : optOut)(tx, shop, buyer.email);
    await updateMailChoices(tx, buyer.customerId, {
      wantsUpdates: flag(wanted.wantsUpdates),
      wantsReminders: flag(wanted.wantsReminders),
      wantsReviewNotices: flag(wanted.wantsReviewNotices),
    });
  });
  return { name: buyer.name, email: buyer.email, ...wanted };
}

export function exportBuyer(shop: Shop, { customerId }: Buyer): Promise<CustomerExport> {
  return exportCustomer(shop, { id: BUYER }, customerId);
}

/** Refuses while money is on its way: it could not be given to anybody any more. */
export async function eraseBuyer(shop: Shop, { customerId }: Buyer): Promise<void> {
  const obstacle = await findObstacle(shop.db, customerId);
  if (obstacle === 'open_purchase') throw conflict('open_purchase', BUYER_TEXTS.openPurchase);
  if (obstacle === 'open_refund') throw conflict('open_refund', BUYER_TEXTS.openRefund);
  return removeCustomer(shop, { id: BUYER }, customerId);
}

function flag(value: boolean): Flag {
  return value ? 1 : 0;
}
