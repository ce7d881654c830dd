import { findCustomerIdByEmail, listOtherEmails } from '#db/queries/buyers/buyers.ts';
import { findCustomer } from '#db/queries/customers/customers.ts';
import { inTransaction } from '#db/transactions.ts';
import type { CorrectEmail, Customer } from '#src/wire/customers/customers.ts';
import { lockOut } from '../access/mailed-links.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { publishAfterCommit } from '../events.ts';
import { refusal, unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { showCustomer } from './customers.ts';
import { giveEmail } from './merge.ts';

/**
 * Corrects purchases too, whose receipts go there from now on. Whoever signed in with the wrong address is signed out.
 */
export async function correctEmail(
  shop: Shop,
  actor: Actor,
  id: string,
  { email, merge = false }: CorrectEmail,
): Promise<Customer> {
  const left = await inTransaction(shop.db, async (tx) => {
    const customer = await findCustomer(tx, id);
    if (!customer?.email) throw unknownCustomer();
    if (customer.email === email) return [];
    const otherId = await findCustomerIdByEmail(tx, email);
    if (otherId && !merge) throw emailTaken();
    // Files of mail to them are found by these rows alone, which go now.
    const former = [...(await listOtherEmails(tx, id)), ...(otherId ? await listOtherEmails(tx, otherId) : [])];
    await lockOut(tx, 'buyer', id);
    await giveEmail(tx, id, email, shop.clock.now().toISOString());
    const action = otherId ? 'customer.merge' : 'customer.correct_email';
    await recordChange(tx, shop, actor, { action, entityId: id, fields: ['email'] });
    publishAfterCommit(tx, shop, 'sales');
    return [customer.email, ...former].filter((address) => address !== email);
  });
  for (const address of left) await shop.mail.forget(address);
  return showCustomer(shop, id);
}

function emailTaken() {
  const sentence = 'Outro cliente já usa este e-mail. Você pode juntar as compras dos dois.';
  return refusal('conflict', 'email_taken', sentence, { fields: { email: sentence } });
}
