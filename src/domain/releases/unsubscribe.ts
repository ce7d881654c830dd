import { declineUpdates, findCustomer } from '#db/queries/customers/customers.ts';
import { readSignedToken, signedToken } from '../mail/signed-links.ts';
import type { Shop } from '../shop.ts';

export async function unsubscribeUrl(shop: Pick<Shop, 'db' | 'settings'>, customerId: string): Promise<string> {
  return `${shop.settings.siteUrl}/avisos/${await signedToken(shop, customerId)}`;
}

export async function unsubscribe(shop: Pick<Shop, 'db'>, token: string): Promise<boolean> {
  const customerId = await readSignedToken(shop, token);
  if (customerId === null || !(await findCustomer(shop.db, customerId))) return false;
  await declineUpdates(shop.db, customerId);
  return true;
}
