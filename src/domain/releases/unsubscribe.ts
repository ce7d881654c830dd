import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { declineUpdates, findCustomer } from '#db/queries/customers/customers.ts';
import { findOrInsertSecret } from '#db/queries/secrets.ts';
import type { Shop } from '../shop.ts';

/** Works without a session and for as long as the mail is kept. */
export async function unsubscribeUrl(shop: Pick<Shop, 'db' | 'settings'>, customerId: string): Promise<string> {
  return `${shop.settings.siteUrl}/avisos/${customerId}.${await signatureOf(shop, customerId)}`;
}

/** Null for a link that the shop did not make. */
export async function readUnsubscribe(shop: Pick<Shop, 'db'>, token: string): Promise<string | null> {
  const [customerId = '', signature = ''] = token.split('.');
  const expected = Buffer.from(await signatureOf(shop, customerId));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? customerId : null;
}

export async function unsubscribe(shop: Pick<Shop, 'db'>, token: string): Promise<boolean> {
  const customerId = await readUnsubscribe(shop, token);
  if (customerId === null || !(await findCustomer(shop.db, customerId))) return false;
  await declineUpdates(shop.db, customerId);
  return true;
}

async function signatureOf({ db }: Pick<Shop, 'db'>, customerId: string): Promise<string> {
  const key = await findOrInsertSecret(db, 'unsubscribe key', randomBytes(32).toString('hex'));
  return createHmac('sha256', Buffer.from(key, 'hex')).update(customerId).digest('base64url').slice(0, 22);
}
