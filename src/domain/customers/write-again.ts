import { takeMarkAway } from '#db/queries/customers/bounces.ts';
import { findCustomer } from '#db/queries/customers/customers.ts';
import { inTransaction } from '#db/transactions.ts';
import type { Customer } from '#src/wire/customers/customers.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { showCustomer } from './customers.ts';

/** Notices go to the address again; a second click changes nothing. */
export async function writeAgain(shop: Shop, actor: Actor, id: string): Promise<Customer> {
  await inTransaction(shop.db, async (tx) => {
    if (!(await findCustomer(tx, id))) throw unknownCustomer();
    if (await takeMarkAway(tx, id))
      await recordChange(tx, shop, actor, { action: 'customer.write_again', entityId: id });
  });
  return showCustomer(shop, id);
}
