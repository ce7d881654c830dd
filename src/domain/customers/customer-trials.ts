import { findCustomer } from '#db/queries/customers/customers.ts';
import type { CustomerTrial } from '#src/wire/trials/trials.ts';
import { unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { listTrialsOf } from '../trials/show-trial.ts';

export async function listCustomerTrials(shop: Shop, id: string): Promise<CustomerTrial[]> {
  const customer = await findCustomer(shop.db, id);
  if (!customer?.email) throw unknownCustomer();
  return listTrialsOf(shop, customer.email);
}
