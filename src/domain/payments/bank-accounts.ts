import {
  adoptPurchases,
  countUnsettled,
  recordAccount,
  type UnsettledAtAccount,
  wakeUnknownAccount,
} from '#db/queries/payments/bank-accounts.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import type { Shop } from '../shop.ts';
import type { PixProvider } from './pix-provider.ts';

type Banks = Pick<Shop, 'pix' | 'formerBanks'>;

/** The account for new charges comes first. One that cannot be read is as good as unknown. */
export function listBanks({ pix, formerBanks }: Banks): PixProvider[] {
  return [pix, ...formerBanks].filter(({ isUnreadable }) => !isUnreadable);
}

/** Returns undefined when the settings no longer name the account. */
export function bankOf(banks: Banks, purchase: Pick<PurchaseRow, 'account' | 'provider'>): PixProvider | undefined {
  const { account, provider } = purchase;
  return listBanks(banks).find((bank) => (account === null ? bank.name === provider : bank.accountId === account));
}

/** Another process may have chosen the account a moment ago. */
export async function findBankOf(
  shop: Banks & Pick<Shop, 'liveBanks'>,
  purchase: Pick<PurchaseRow, 'account' | 'provider'>,
): Promise<PixProvider | undefined> {
  const known = bankOf(shop, purchase);
  if (known) return known;
  await shop.liveBanks.refresh();
  return bankOf(shop, purchase);
}

/** Assigns old purchases to the first account of their provider, and polls again what waited for its account. */
export async function recordAccounts(shop: Pick<Shop, 'db' | 'clock' | 'pix' | 'formerBanks'>): Promise<void> {
  const now = shop.clock.now().toISOString();
  await inTransaction(shop.db, async (tx) => {
    for (const { accountId, name, accountName } of listBanks(shop).toReversed()) {
      await recordAccount(tx, { id: accountId, provider: name, name: accountName, firstUsedAt: now, lastUsedAt: now });
    }
    for (const { accountId, name } of listBanks(shop)) {
      await adoptPurchases(tx, name, accountId);
      await wakeUnknownAccount(tx, accountId, now);
    }
  });
}

export type StrandedPurchases = UnsettledAtAccount;

export function listStrandedPurchases(shop: Pick<Shop, 'db' | 'pix' | 'formerBanks'>): Promise<StrandedPurchases[]> {
  return countUnsettled(
    shop.db,
    listBanks(shop).map(({ accountId }) => accountId),
  );
}
