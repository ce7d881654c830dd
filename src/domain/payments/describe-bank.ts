import { findLastDeliveryTime } from '#db/queries/payments/webhook-inbox.ts';
import { type ProviderName, providerLabel } from '#src/wire/payments/pix-providers.ts';
import type { Shop } from '../shop.ts';
import { listStrandedPurchases } from './bank-accounts.ts';

export type BankDescription = {
  provider: ProviderName;
  bankName: string;
  siteUrl: string;
  /** These open purchases are at accounts that are no longer set up. */
  stranded: { name: string; purchases: number }[];
  /** It is null where no webhook arrived within two months. */
  lastNoticeAt: string | null;
};

export async function describeBank(shop: Shop): Promise<BankDescription> {
  const { provider, bankName, siteUrl } = shop.settings;
  const stranded = (await listStrandedPurchases(shop)).map(({ name, provider: former, purchases }) => ({
    name: name ?? providerLabel(former),
    purchases,
  }));
  return { provider, bankName, siteUrl, stranded, lastNoticeAt: await findLastDeliveryTime(shop.db, provider) };
}
