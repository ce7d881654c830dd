import { updateMailChoices } from '#db/queries/buyers/buyers.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { deleteOptOut, insertOptOut, skipRemindersOfAddress } from '#db/queries/reminders/reminders.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { addressHash } from '../mail/address-hash.ts';
import { readSignedToken, signedToken } from '../mail/signed-links.ts';
import type { Shop } from '../shop.ts';

export async function declineRemindersUrl(shop: Pick<Shop, 'db' | 'settings'>, purchaseId: string): Promise<string> {
  return `${shop.settings.siteUrl}/lembretes/${await signedToken(shop, purchaseId, REMINDERS)}`;
}

/** What the links that decline them are signed for. */
export const REMINDERS = 'reminders:';

/** Returns true where the person is forgotten already, too: there is nobody left to be reminded. */
export async function declineReminders(shop: Shop, token: string): Promise<boolean> {
  const purchaseId = await readSignedToken(shop, token, REMINDERS);
  if (purchaseId === null) return false;
  await inTransaction(shop.db, async (tx) => {
    await lockRow(tx, 'purchases', purchaseId);
    const purchase = await findPurchase(tx, purchaseId);
    if (!purchase?.customerEmail) return;
    await optOut(tx, shop, purchase.customerEmail);
    await updateMailChoices(tx, purchase.customerId, { wantsReminders: 0 });
  });
  return true;
}

/** The mailbox opts out, so that neither another spelling nor a forgotten customer brings reminders back. */
export async function optOut(tx: Queryable, shop: Shop, email: string): Promise<void> {
  const hash = addressHash(shop, email);
  await insertOptOut(tx, hash, shop.clock.now().toISOString());
  await skipRemindersOfAddress(tx, hash, 'declined');
}

export function optIn(tx: Queryable, shop: Shop, email: string): Promise<void> {
  return deleteOptOut(tx, addressHash(shop, email));
}
