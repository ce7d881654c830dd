import { findCustomerIdByEmail } from '#db/queries/buyers/buyers.ts';
import { findAddressMark } from '#db/queries/customers/bounces.ts';
import {
  changeCustomerEmail,
  changeEmailOfPurchases,
  joinRefusals,
  moveMail,
  movePurchases,
  recountCustomers,
} from '#db/queries/customers/customer-merge.ts';
import { moveNotes } from '#db/queries/customers/customer-notes.ts';
import { deleteCustomersWithoutOrders } from '#db/queries/purchases/unpaid-orders.ts';
import { moveReviews } from '#db/queries/reviews/reviews.ts';
import type { Queryable } from '#db/tables.ts';
import { lockBuyers } from '#db/transactions.ts';

/** The owner says that both are one person: another customer with that address is joined to this one. */
export async function giveEmail(tx: Queryable, customerId: string, email: string, now: string): Promise<void> {
  const otherId = await findCustomerIdByEmail(tx, email);
  await lockBuyers(tx, [customerId, ...(otherId ? [otherId] : [])]);
  const mark = otherId && (await findAddressMark(tx, otherId));
  if (otherId && otherId !== customerId) await joinCustomers(tx, otherId, customerId, now);
  await changeCustomerEmail(tx, customerId, email, mark || undefined);
  await changeEmailOfPurchases(tx, customerId, email);
}

/** The first ends, with its sessions and links; both are locked. */
export async function joinCustomers(tx: Queryable, fromId: string, toId: string, now: string): Promise<void> {
  await movePurchases(tx, fromId, toId);
  await joinRefusals(tx, fromId, toId);
  await moveMail(tx, fromId, toId);
  await moveNotes(tx, fromId, toId);
  await moveReviews(tx, fromId, toId);
  await recountCustomers(tx, [fromId, toId]);
  await deleteCustomersWithoutOrders(tx, [fromId], now);
}
