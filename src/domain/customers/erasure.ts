import { eraseResponses } from '#db/queries/access/idempotent-calls.ts';
import { deleteTokensOf } from '#db/queries/access/mailed-links.ts';
import { listOtherEmails } from '#db/queries/buyers/buyers.ts';
import { deleteNotesOfCustomer } from '#db/queries/customers/customer-notes.ts';
import { eraseEventDetails, listKeysOfCustomer } from '#db/queries/customers/customer-records.ts';
import { eraseCustomer, findCustomer } from '#db/queries/customers/customers.ts';
import { eraseEventsOfPurchases } from '#db/queries/hooks/shop-events.ts';
import { eraseFromImports } from '#db/queries/imports/import-lines.ts';
import { deleteUnissuedInvoicesOf } from '#db/queries/invoices/invoices.ts';
import { deleteStockNoticesOf } from '#db/queries/keys/stock-notices.ts';
import { deleteMachinesOfKeys, eraseMachinesOfKeys, listMachineNames } from '#db/queries/licenses/machines.ts';
import { cancelMailOfCustomer } from '#db/queries/mail/outbox.ts';
import { deleteApplicationsOf } from '#db/queries/partners/program.ts';
import { erasePayer } from '#db/queries/payments/reconciliation-sweeps.ts';
import { erasePurchasesOfCustomer, listBuyerNames } from '#db/queries/purchases/purchases.ts';
import { eraseRemindersOfCustomer } from '#db/queries/reminders/reminders.ts';
import { eraseReviewsOfCustomer } from '#db/queries/reviews/reviews.ts';
import { eraseTrialsOf } from '#db/queries/trials/trials.ts';
import { eraseWithdrawalsOfCustomer, listWithdrawalsOfCustomer } from '#db/queries/withdrawals/withdrawals.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockBuyers, lockRow } from '#db/transactions.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import { lockOut } from '../access/mailed-links.ts';
import { type Actor, recordChange } from '../audit/audit.ts';
import { CATALOG_CHANGED, publishAfterCommit } from '../events.ts';
import { announceEvent } from '../hooks/announce-event.ts';
import { forgetFileAfterCommit } from '../invoices/invoice-file.ts';
import { NAMELESS } from '../licenses/machine-places.ts';
import { addressHash } from '../mail/address-hash.ts';
import { unknownCustomer } from '../refusals.ts';
import type { Shop } from '../shop.ts';
import { eraseViews } from './erase-views.ts';
import { type ErasedPerson, scrubDatabase } from './scrub-database.ts';

/** The LGPD requires it; sales, keys and commissions stay, and backups, mail servers and the bank are out of reach. */
export async function removeCustomer(shop: Shop, actor: Actor, id: string): Promise<void> {
  const customer = await findCustomer(shop.db, id);
  if (!customer?.email) throw unknownCustomer();
  const { email } = customer;
  const otherEmails = await listOtherEmails(shop.db, id);
  // The mail goes before the commit, because afterwards the address is unknown and a crash would leave the files.
  for (const address of [email, ...otherEmails]) await shop.mail.forget(address);
  const { purchases, machineNames, writings } = await inTransaction(shop.db, async (tx) => {
    await lockOut(tx, 'buyer', id);
    await lockBuyers(tx, [id]);
    const named = await listBuyerNames(tx, id);
    const keys = await lockKeys(tx, id);
    const now = shop.clock.now().toISOString();
    if (!(await eraseCustomer(tx, id, now))) throw unknownCustomer();
    const machineNames = await listMachineNames(tx, keys);
    await deleteMachinesOfKeys(tx, keys, now);
    await eraseMachinesOfKeys(tx, keys, NAMELESS);
    const notes = await deleteNotesOfCustomer(tx, id);
    const reviews = await eraseReviewsOfCustomer(tx, id, now);
    await eraseEventDetails(tx, id);
    await cancelMailOfCustomer(tx, id);
    const wishes = await listWithdrawalsOfCustomer(tx, id);
    await eraseWithdrawalsOfCustomer(tx, id);
    for (const invoice of await deleteUnissuedInvoicesOf(tx, id)) forgetFileAfterCommit(tx, shop, invoice);
    const emails = [email, ...otherEmails];
    await deleteStockNoticesOf(tx, emails);
    await deleteApplicationsOf(tx, emails);
    await eraseFromImports(tx, emails);
    const mailboxHashes = emails.map((address) => addressHash(shop, address));
    await eraseTrialsOf(tx, { emails, mailboxHashes }, NAMELESS);
    await eraseRemindersOfCustomer(tx, id);
    const names = [customer.name, ...named.map(({ customerName }) => customerName)].filter((each) => each !== null);
    await erasePayer(tx, { customerId: id, emails: [email, ...otherEmails], names });
    // A token may have been asked for meanwhile.
    await deleteTokensOf(tx, 'buyer', id);
    const purchaseIds = named.map((purchase) => purchase.id);
    await eraseEventsOfPurchases(tx, purchaseIds);
    await announceErasure(tx, shop, id, purchaseIds);
    await erasePurchasesOfCustomer(tx, id);
    await eraseResponses(tx);
    await recordChange(tx, shop, actor, {
      action: 'customer.delete',
      entityId: id,
      fields: ['name', 'email'],
    });
    publishAfterCommit(tx, shop, 'sales', ...(reviews.length > 0 ? [CATALOG_CHANGED] : []));
    const numbers = named.map(({ whatsapp }) => whatsapp);
    const views = await eraseViews(tx, shop, actor, [email, ...otherEmails, ...names, ...numbers]);
    const words = wishes.flatMap(({ reason, refusal }) => [reason ?? '', refusal ?? '']);
    return { purchases: named, machineNames, writings: [...notes, ...reviews, ...words, ...views] };
  });
  const { name, nameOrder } = customer;
  await scrubFiles(shop, {
    id,
    email,
    name: name ?? '',
    nameOrder: nameOrder ?? '',
    purchases,
    machineNames,
    writings,
  });
}

/** Whoever was told of the purchases then erases the person, too. */
export function announceErasure(tx: Queryable, shop: Shop, customerId: string, purchaseIds: string[]): Promise<void> {
  return announceEvent(tx, shop, { type: 'customer.erased', subjectId: customerId, data: { customerId, purchaseIds } });
}

/** An activation that waits for its key finds the buyer erased, and keeps no name of a machine. */
async function lockKeys(tx: Queryable, customerId: string): Promise<string[]> {
  const keys = await listKeysOfCustomer(tx, customerId);
  const ids = keys.map(({ id }) => id).sort();
  for (const id of ids) await lockRow(tx, 'activationKeys', id);
  return ids;
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
