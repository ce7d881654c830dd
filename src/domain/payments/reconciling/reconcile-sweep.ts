import {
  addToSweep,
  deleteSweep,
  findLatestSweep,
  findOpenSweep,
  finishSweep,
  insertSweep,
} from '#db/queries/payments/reconciliation-sweeps.ts';
import {
  countWindows,
  deleteOlderWindows,
  deleteWindow,
  finishWindow,
  insertWindows,
  listOpenWindows,
  noteWindowTry,
} from '#db/queries/payments/reconciliation-windows.ts';
import { findUnreconciledRestore } from '#db/queries/payments/restores.ts';
import type { BankSweepRow, BankWindowRow, RestoreRow } from '#db/tables/payments.ts';
import { inTransaction } from '#db/transactions.ts';
import { DAY_MS } from '#src/wire/basics/durations.ts';
import { BANK_TIME_MS } from '../charge.ts';
import type { Period } from '../pix-provider.ts';
import { type ReconcileTarget, reconcileList } from './reconcile-payments.ts';

export type RunOutcome = 'finished' | 'goes_on' | 'waits';

export async function findOrBeginSweep(at: ReconcileTarget, isRequested: boolean): Promise<BankSweepRow | undefined> {
  const { shop, bank } = at;
  const open = await findOpenSweep(shop.db, bank.accountId);
  if (open) return open;
  const now = shop.clock.now();
  const latest = await findLatestSweep(shop.db, bank.accountId);
  const restore = await findUnreconciledRestore(shop.db, bank.accountId);
  const isDue = !latest || restore || now.getTime() - Date.parse(latest.to) >= DAY_MS;
  if (!isDue && !isRequested) return undefined;
  return beginSweep(at, sinceRestore(month(now, 0), restore), [
    month(now, 1 + (Math.floor(now.getTime() / DAY_MS) % OLDER_MONTHS)),
  ]);
}

/** Stored as windows, so that any process can continue. */
async function beginSweep(
  { shop, bank }: ReconcileTarget,
  main: Period,
  others: Period[],
): Promise<BankSweepRow | undefined> {
  return inTransaction(shop.db, async (tx) => {
    const period = { from: main.from.toISOString(), to: main.to.toISOString() };
    const sweep = await insertSweep(tx, {
      provider: bank.accountId,
      ...period,
      startedAt: shop.clock.now().toISOString(),
    });
    if (!sweep) return findOpenSweep(tx, bank.accountId);
    const windows = [main, ...others].flatMap((part) => cut(part, bank.listing.longestDays * DAY_MS));
    await insertWindows(
      tx,
      windows.map(({ from, to }) => ({
        sweepId: sweep.id,
        from: from.toISOString(),
        to: to.toISOString(),
      })),
    );
    return sweep;
  });
}

export async function runSweep(at: ReconcileTarget, sweep: BankSweepRow, isOver: () => boolean): Promise<RunOutcome> {
  let failures = 0;
  for (const window of await listOpenWindows(at.shop.db, sweep.id)) {
    if (isOver()) break;
    const isDone = await runWindow(at, sweep, window);
    failures = isDone ? 0 : failures + 1;
    if (failures >= ENOUGH_FAILURES) break;
  }
  const open = await listOpenWindows(at.shop.db, sweep.id);
  if (open.length === 0) return end(at, sweep);
  const isAllTried = open.every(({ tries }) => tries > 0);
  return failures > 0 || isAllTried ? endIncomplete(at, sweep, open) : 'goes_on';
}

async function runWindow(at: ReconcileTarget, sweep: BankSweepRow, window: BankWindowRow): Promise<boolean> {
  const { shop, bank } = at;
  const period = { from: new Date(window.from), to: new Date(window.to) };
  const list = await bank.listPayments(period, new Date(Date.now() + WINDOW_TIME_MS));
  if (list.outcome === 'too_many') return splitWindow(at, window, period);
  if (list.outcome === 'unavailable') return recordFailure(at, window, list.reason);
  const isCompared = await reconcileList(at, period, list);
  if (!isCompared) return recordFailure(at, window, 'bank_away');
  await inTransaction(shop.db, async (tx) => {
    const isFirst = await finishWindow(tx, window.id, shop.clock.now().toISOString());
    if (isFirst) await addToSweep(tx, sweep.id, list.payments.length);
  });
  return true;
}

async function splitWindow(at: ReconcileTarget, window: BankWindowRow, { from, to }: Period): Promise<boolean> {
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs <= SHORTEST_WINDOW_MS) return recordFailure(at, window, 'too_many_payments_at_once');
  const halves = cut({ from, to }, Math.ceil(lengthMs / 2));
  await inTransaction(at.shop.db, async (tx) => {
    const isOurs = await deleteWindow(tx, window.id);
    if (!isOurs) return;
    const { sweepId } = window;
    await insertWindows(
      tx,
      halves.map((half) => ({
        sweepId,
        from: half.from.toISOString(),
        to: half.to.toISOString(),
      })),
    );
  });
  return true;
}

async function recordFailure({ shop, bank }: ReconcileTarget, window: BankWindowRow, reason: string): Promise<false> {
  shop.log.warn({ bank: bank.name, from: window.from, to: window.to, reason }, 'the bank gave no list of payments');
  await noteWindowTry(shop.db, window.id, reason);
  return false;
}

async function endIncomplete(at: ReconcileTarget, sweep: BankSweepRow, open: BankWindowRow[]): Promise<RunOutcome> {
  const { db, clock } = at.shop;
  const isOld = clock.now().getTime() - Date.parse(sweep.startedAt) >= DAY_MS;
  if (!isOld || open.some(({ tries }) => tries < ENOUGH_TRIES)) return 'waits';
  const hasSeenAny = (await countWindows(db, sweep.id)) > open.length;
  if (hasSeenAny) return end(at, sweep);
  // Nothing was compared, so the next sweep starts over.
  await deleteSweep(db, sweep.id);
  return 'waits';
}

async function end({ shop, bank }: ReconcileTarget, sweep: BankSweepRow): Promise<RunOutcome> {
  await inTransaction(shop.db, async (tx) => {
    await finishSweep(tx, sweep.id, shop.clock.now().toISOString());
    await deleteOlderWindows(tx, bank.accountId, sweep.id);
  });
  return 'finished';
}

function sinceRestore({ from, to }: Period, restore: RestoreRow | undefined): Period {
  const backupAt = restore ? Date.parse(restore.backupAt) - DAY_MS : Number.POSITIVE_INFINITY;
  return { from: new Date(Math.min(from.getTime(), backupAt)), to };
}

function month(now: Date, ago: number): Period {
  const end = now.getTime() - ago * MONTH_MS;
  return { from: new Date(end - MONTH_MS), to: new Date(end) };
}

function cut({ from, to }: Period, stepMs: number): Period[] {
  const parts: Period[] = [];
  for (let start = from.getTime(); start < to.getTime(); start += stepMs) {
    parts.push({ from: new Date(start), to: new Date(Math.min(start + stepMs, to.getTime())) });
  }
  return parts;
}

const MONTH_MS = 30 * DAY_MS;
/** Mercado Pago refunds for 180 days, API Pix for 90. */
const OLDER_MONTHS = 5;
const ENOUGH_FAILURES = 3;
const ENOUGH_TRIES = 3;
const WINDOW_TIME_MS = BANK_TIME_MS;
const SHORTEST_WINDOW_MS = 1_000;
