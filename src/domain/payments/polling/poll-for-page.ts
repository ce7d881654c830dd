import { advanceNextCheck, claimCheck } from '#db/queries/purchases/due-purchases.ts';
import { markAwaited } from '#db/queries/purchases/open-purchases.ts';
import { findPurchase } from '#db/queries/purchases/purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import { publishAfterCommit } from '../../events.ts';
import type { LimitName } from '../../rate-limits.ts';
import type { Shop } from '../../shop.ts';
import { bankOf } from '../bank-accounts.ts';
import type { PixProvider } from '../pix-provider.ts';
import { settlePayment } from '../settle.ts';
import { isBankPaused } from './bank-pause.ts';

/** Call it before a page shows a purchase: one whose time is over may have been paid at the last moment. */
export async function pollOverdue(shop: Shop, purchaseId: string, clientNetwork: string): Promise<void> {
  const purchase = await findPurchase(shop.db, purchaseId);
  if (purchase?.status !== 'PENDING' || purchase.review) return;
  if (Date.parse(purchase.expiresAt) <= shop.clock.now().getTime()) await pollForPage(shop, purchase, clientNetwork);
}

/** Limits polls per purchase and per address; where a limit is used up the worker polls this purchase first. */
export async function pollForPage(shop: Shop, purchase: PurchaseRow, clientNetwork: string): Promise<void> {
  const bank = bankOf(shop, purchase);
  if (!bank) return;
  const now = shop.clock.now();
  const notAfter = new Date(now.getTime() - bank.minimumReadIntervalMs).toISOString();
  await markBuyerWaiting(shop, purchase.id);
  if (purchase.lastCheckAt !== null && purchase.lastCheckAt > notAfter) return;
  const release = await takePollAllowance(shop, bank, clientNetwork);
  if (!release) return leaveToWorker(shop, purchase.id, clientNetwork);
  const isOurTurn = await inTransaction(shop.db, (tx) => claimCheck(tx, purchase.id, now.toISOString(), notAfter));
  if (isOurTurn) await settlePayment(shop, purchase.id, 'page');
  else await release();
}

async function markBuyerWaiting({ db, limits, clock }: Shop, purchaseId: string): Promise<void> {
  const isNoted = (await limits.take('waitingBuyer', purchaseId)) !== null;
  if (!isNoted) await markAwaited(db, purchaseId, clock.now().toISOString());
}

/** Returns the function that frees the allowance, or null where none is left. */
async function takePollAllowance(
  shop: Shop,
  bank: PixProvider,
  clientNetwork: string,
): Promise<(() => Promise<void>) | null> {
  if (bank.minimumReadIntervalMs === 0) return async () => {};
  if (await isBankPaused(shop, bank)) return null;
  return (
    (await takeAllowance(shop, bank, RESERVED, clientNetwork)) ??
    (await takeAllowance(shop, bank, SHARED, clientNetwork))
  );
}

type PollAllowance = { ofAddress: LimitName; ofAll: LimitName };

/** The first polls of each address have them, so that one visitor cannot use up all of them. */
const RESERVED: PollAllowance = { ofAddress: 'firstPollsOfAddress', ofAll: 'firstPolls' };
const SHARED: PollAllowance = { ofAddress: 'furtherPollsOfAddress', ofAll: 'furtherPolls' };

async function takeAllowance(
  { limits }: Shop,
  { accountId }: PixProvider,
  { ofAddress, ofAll }: PollAllowance,
  clientNetwork: string,
): Promise<(() => Promise<void>) | null> {
  if ((await limits.take(ofAddress, clientNetwork)) !== null) return null;
  const releaseOwn = () => limits.release(ofAddress, clientNetwork);
  if ((await limits.take(ofAll, accountId)) === null) {
    return async () => {
      await releaseOwn();
      await limits.release(ofAll, accountId);
    };
  }
  await releaseOwn();
  return null;
}

async function leaveToWorker(shop: Shop, purchaseId: string, clientNetwork: string): Promise<void> {
  const { db, limits, clock } = shop;
  if ((await limits.take('pollsLeftToWorker', purchaseId)) !== null) return;
  if ((await limits.take('pollsLeftToWorkerOfAddress', clientNetwork)) !== null) return;
  await inTransaction(db, async (tx) => {
    await advanceNextCheck(tx, purchaseId, clock.now().toISOString());
    publishAfterCommit(tx, shop, 'polls');
  });
}
