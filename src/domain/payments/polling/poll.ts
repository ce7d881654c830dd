import {
  type Accounts,
  listDueAwaited,
  listDuePurchases,
  postponeCheck,
  updateNextCheck,
} from '#db/queries/purchases/due-purchases.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { inTransaction } from '#db/transactions.ts';
import { MINUTE_MS } from '#src/wire/basics/durations.ts';
import { errorCode } from '#src/wire/basics/error-code.ts';
import type { PollResult } from '#src/wire/sales/sales.ts';
import { runConcurrently } from '../../run-concurrently.ts';
import type { Shop } from '../../shop.ts';
import { listBanks } from '../bank-accounts.ts';
import { settlePayment } from '../settle.ts';
import { isBankPaused } from './bank-pause.ts';
import { nextCheckAt } from './poll-intervals.ts';

/** Polls waiting buyers first, and a failing account does not stop the others. */
export async function pollDuePurchases(shop: Shop, stopping?: AbortSignal): Promise<number> {
  const banks = listBanks(shop);
  const rounds = banks.map((bank) =>
    pollDueAt(shop, [bank], { ...bank.polling, isPaused: () => isBankPaused(shop, bank) }, stopping),
  );
  const ownersRound = pollDueAt(shop, { except: banks }, UNKNOWN_ACCOUNT_PACE, stopping);
  const polled = await Promise.all([...rounds, ownersRound]);
  return polled.reduce((sum, count) => sum + count, 0);
}

type Pace = { atOnce: number; shortestMs: number; isPaused(): Promise<boolean> };

const UNKNOWN_ACCOUNT_PACE: Pace = { atOnce: 2, shortestMs: 0, isPaused: async () => false };

function pollDueAt(shop: Shop, at: Accounts, pace: Pace, stopping?: AbortSignal): Promise<number> {
  let failures = 0;
  return runConcurrently({
    atOnce: pace.atOnce,
    list: async (underWay) => ((await pace.isPaused()) ? [] : listDue(shop, at, underWay + CHUNK)),
    keyOf: ({ id }) => id,
    isOver: () => stopping?.aborted === true || failures >= ENOUGH_FAILURES,
    async work(purchase) {
      const [result] = await Promise.all([pollOrPostpone(shop, purchase), pause(pace.shortestMs)]);
      failures = result === 'unavailable' ? failures + 1 : 0;
    },
  });
}

/** The batches are small, so that a buyer who starts waiting is polled next. */
async function listDue({ db, clock }: Shop, at: Accounts, limit: number): Promise<PurchaseRow[]> {
  const now = clock.now();
  const since = new Date(now.getTime() - AWAITED_MS).toISOString();
  const awaited = await listDueAwaited(db, at, { now: now.toISOString(), since }, limit);
  if (awaited.length >= limit) return awaited;
  const first = new Set(awaited.map(({ id }) => id));
  const others = await listDuePurchases(db, at, now.toISOString(), limit);
  return [...awaited, ...others.filter(({ id }) => !first.has(id))];
}

async function pollOrPostpone(shop: Shop, purchase: PurchaseRow): Promise<PollResult | null> {
  const next = nextCheckAt(purchase, shop.clock.now());
  try {
    const result = await settlePayment(shop, purchase.id, 'worker');
    // A poll without effect would otherwise be due again at once, forever.
    await inTransaction(shop.db, (tx) => postponeCheck(tx, purchase.id, purchase.nextCheckAt, next));
    return result;
  } catch (error) {
    shop.log.error(
      { purchase: purchase.id.slice(0, 6), code: errorCode(error, 'unknown') },
      'a payment could not be looked at and will be again',
    );
    await inTransaction(shop.db, (tx) => updateNextCheck(tx, purchase.id, next));
    return null;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const CHUNK = 12;
const ENOUGH_FAILURES = 8;
/** Buyers count as waiting for so long, since they may be in their bank's app. */
const AWAITED_MS = 10 * MINUTE_MS;
