import { listOpenDifferences } from '#db/queries/payments/reconciliation-sweeps.ts';
import { countRestoredPurchases, findUnreconciledRestore } from '#db/queries/payments/restores.ts';
import type { Shop } from '../../shop.ts';
import { listBanks } from '../bank-accounts.ts';
import { pollDuePurchases } from '../polling/poll.ts';
import { reconcileAccounts } from './reconcile-accounts.ts';

export type RestoredSales = { completed: number; open: number; differences: number; isFinished: boolean };

/** Ends even if the bank is down; the worker continues. */
export async function reconcileRestored(shop: Shop): Promise<RestoredSales> {
  for (let before = Number.POSITIVE_INFINITY, open = 0; ; before = open) {
    await pollDuePurchases(shop);
    ({ open } = await countRestoredPurchases(shop.db));
    if (open === 0 || open >= before) break;
  }
  while (await reconcileAccounts(shop));
  const waiting = await Promise.all(
    listBanks(shop).map(({ accountId }) => findUnreconciledRestore(shop.db, accountId)),
  );
  const differences = await listOpenDifferences(shop.db, COUNTED);
  const isFinished = waiting.every((restore) => restore === undefined);
  return { ...(await countRestoredPurchases(shop.db)), differences: differences.length, isFinished };
}

const COUNTED = 10_000;
