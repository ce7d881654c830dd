import { eraseEventDetails, eraseNotices } from '#db/queries/customer-records.ts';
import { eraseCustomer, findCustomer } from '#db/queries/customers.ts';
import { giveUpMailOfCustomer } from '#db/queries/outbox.ts';
import { erasePurchasesOfCustomer, listBuyerNames } from '#db/queries/purchases.ts';
import { type Actor, noteChange } from './audit.ts';
import { unknownCustomer } from './customers.ts';
import { errorCode } from './error-code.ts';
import { type ErasedPerson, scrubDatabase } from './residue.ts';
import type { Shop } from './shop.ts';

/**
 * Takes from a customer all that says who it was, as the LGPD has it; the sales, with their keys, coupons and commissions,
 * stay. An open Pix can still be paid: its page then shows key and download, and no mail is sent. Who buys again is a new
 * customer. What backups, mail servers and the bank hold is out of the shop's reach.
 */
export async function removeCustomer(shop: Shop, actor: Actor, id: string): Promise<{ success: true }> {
  const customer = await findCustomer(shop.db, id);
  if (!customer?.email) throw unknownCustomer();
  const { email } = customer;
  // Before the commit too: after it nobody knows the address any more, and a crash in between would leave the files.
  await shop.mail.forget(email);
  const purchases = await shop.db.transaction().execute(async (tx) => {
    const named = await listBuyerNames(tx, id);
    if (!(await eraseCustomer(tx, id, shop.clock.now().toISOString()))) throw unknownCustomer();
    await eraseNotices(tx, id, email);
    await eraseEventDetails(tx, id);
    await giveUpMailOfCustomer(tx, id);
    await erasePurchasesOfCustomer(tx, id);
    await noteChange(tx, shop, actor, {
      action: 'customer.delete',
      entity: 'customer',
      entityId: id,
      fields: ['name', 'email'],
    });
    return named;
  });
  shop.events.publish('sales');
  await cleanFiles(shop, { id, email, name: customer.name ?? '', nameOrder: customer.nameOrder ?? '', purchases });
  return { success: true };
}

/** Who is erased is erased: what a full disk keeps from being cleaned, the next erasure cleans. */
async function cleanFiles(shop: Shop, person: ErasedPerson): Promise<void> {
  try {
    await shop.mail.forget(person.email);
    await scrubDatabase(shop, person);
  } catch (error) {
    shop.log.error({ code: errorCode(error) }, 'files could not be cleaned after an erasure');
  }
}
