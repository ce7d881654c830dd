import { listPurchasesByReference } from '#db/queries/buyers/buyers.ts';
import { BUYER_TEXTS, type RecoverPurchase } from '#src/wire/buyers/buyer.ts';
import { takeOrRefuse } from '../rate-limits.ts';
import { notFound } from '../refusals.ts';
import type { Shop } from '../shop.ts';

/** Works while mail does not; opens one purchase and gives no session. */
export async function recoverPurchase(
  shop: Shop,
  { email, reference }: RecoverPurchase,
  clientNetwork: string,
): Promise<{ purchaseUrl: string }> {
  await takeOrRefuse(shop, 'recoveries', clientNetwork);
  await takeOrRefuse(shop, 'recoveriesOfAddress', email);
  const found = await listPurchasesByReference(shop.db, reference.replace(/\s/g, ''));
  const own = found.find(({ customerEmail }) => customerEmail === email);
  if (!own) throw notFound(BUYER_TEXTS.notFound);
  return { purchaseUrl: `${shop.settings.siteUrl}/purchase/success/${own.id}` };
}
