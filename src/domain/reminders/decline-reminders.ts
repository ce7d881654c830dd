import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { updateMailChoices } from '#db/queries/buyers/buyers.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import { deleteOptOut, insertOptOut, skipRemindersOfAddress } from '#db/queries/reminders/reminders.ts';
import { findOrInsertSecret } from '#db/queries/secrets.ts';
import type { Queryable } from '#db/tables.ts';
import { inTransaction, lockRow } from '#db/transactions.ts';
import { addressHash } from '../mail/address-hash.ts';
import type { Shop } from '../shop.ts';

/** Works without a session and for as long as the mail is kept. */
export async function declineRemindersUrl(shop: Pick<Shop, 'db' | 'settings'>, purchaseId: string): Promise<string> {
  return `${shop.settings.siteUrl}/lembretes/${purchaseId}.${await signatureOf(shop, purchaseId)}`;
}

/** Null for a link that the shop did not make. */
export async function readDeclineLink(shop: Pick<Shop, 'db'>, token: string): Promise<string | null> {
  const [purchaseId = '', signature = ''] = token.split('.');
  const expected = Buffer.from(await signatureOf(shop, purchaseId));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? purchaseId : null;
}

/** True also where the person is forgotten already: there is nobody left to be reminded. */
export async function declineReminders(shop: Shop, token: string): Promise<boolean> {
  const purchaseId = await readDeclineLink(shop, token);
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

/** Of the mailbox, so that neither another spelling nor a forgotten customer brings reminders back. */
export async function optOut(tx: Queryable, shop: Shop, email: string): Promise<void> {
  const hash = addressHash(shop, email);
  await insertOptOut(tx, hash, shop.clock.now().toISOString());
  await skipRemindersOfAddress(tx, hash, 'declined');
}

export function optIn(tx: Queryable, shop: Shop, email: string): Promise<void> {
  return deleteOptOut(tx, addressHash(shop, email));
}

async function signatureOf({ db }: Pick<Shop, 'db'>, purchaseId: string): Promise<string> {
  const key = await findOrInsertSecret(db, 'unsubscribe key', randomBytes(32).toString('hex'));
  const signed = createHmac('sha256', Buffer.from(key, 'hex')).update(`reminders:${purchaseId}`);
  return signed.digest('base64url').slice(0, 22);
}
