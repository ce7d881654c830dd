import { eraseEventDetails } from '#db/queries/customer-records.ts';
import { eraseCustomer, findCustomer } from '#db/queries/customers.ts';
import { cancelMailOfCustomer } from '#db/queries/outbox.ts';
import { erasePurchasesOfCustomer, listBuyerNames } from '#db/queries/purchases.ts';
import { eraseWithdrawalsOfCustomer } from '#db/queries/withdrawals.ts';
import { inTransaction } from '#db/transactions.ts';
import { errorCode } from '#src/wire/error-code.ts';
import { type Actor, recordChange } from './audit.ts';
import { unknownCustomer } from './customers.ts';
import { type ErasedPerson, scrubDatabase } from './scrub-database.ts';
import type { Shop } from './shop.ts';

/** The LGPD requires it; sales, keys and commissions stay, and backups, mail servers and the bank are out of reach. */
export async function removeCustomer(shop: Shop, actor: Actor, id: string): Promise<{ success: true }> {
  const customer = await findCustomer(shop.db, id);
  if (!customer?.email) throw unknownCustomer();
  const { email } = customer;
  // Before the commit, because afterwards the address is unknown and a crash would leave the files.
  await shop.mail.forget(email);
  const purchases = await inTransaction(shop.db, async (tx) => {
    const named = await listBuyerNames(tx, id);
    if (!(await eraseCustomer(tx, id, shop.clock.now().toISOString()))) throw unknownCustomer();
    await eraseEventDetails(tx, id);
    await cancelMailOfCustomer(tx, id);
    await eraseWithdrawalsOfCustomer(tx, id);
    await erasePurchasesOfCustomer(tx, id);
    await recordChange(tx, shop, actor, {
      action: 'customer.delete',
      entity: 'customer',
      entityId: id,
      fields: ['name', 'email'],
    });
    return named;
  });
  shop.events.publish('sales');
  await scrubFiles(shop, { id, email, name: customer.name ?? '', nameOrder: customer.nameOrder ?? '', purchases });
  return { success: true };
}

/** A failure here does not undo the erasure; the next one cleans again. */
async function scrubFiles(shop: Shop, person: ErasedPerson): Promise<void> {
  try {
    await shop.mail.forget(person.email);
    await scrubDatabase(shop, person);
  } catch (error) {
    shop.log.error({ code: errorCode(error, 'unknown') }, 'files could not be cleaned after an erasure');
  }
}
