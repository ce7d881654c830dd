import {
  countOpenDifferences,
  findLatestSweep,
  findOpenSweep,
  listOpenDifferences,
  resolveDifference,
} from '#db/queries/payments/reconciliation-sweeps.ts';
import { countWindows, listOpenWindows } from '#db/queries/payments/reconciliation-windows.ts';
import type { BankDifferenceRow, BankSweepRow } from '#db/tables/payments.ts';
import { inTransaction } from '#db/transactions.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import type { BankReconciliation, ReconciliationProgress } from '#src/wire/payments/bank.ts';
import { type Actor, recordChange } from '../../audit/audit.ts';
import { notFound, refusal } from '../../refusals.ts';
import type { Shop } from '../../shop.ts';
import { listBanks } from '../bank-accounts.ts';
import { findOrBeginSweep, runSweep } from './reconcile-sweep.ts';

/** Compares one older month a day too, since refunds may come months later; true means that more is due at once. */
export async function reconcileAccounts(shop: Shop, stopping?: AbortSignal): Promise<boolean> {
  let goesOn = false;
  for (const bank of listBanks(shop)) {
    if (stopping?.aborted) return goesOn;
    const at = { shop, bank };
    const isLate = lateAfter(RUN_TIME_MS);
    const sweep = await findOrBeginSweep(at, false);
    const outcome = sweep && (await runSweep(at, sweep, () => stopping?.aborted === true || isLate()));
    goesOn ||= outcome === 'goes_on';
  }
  if (goesOn) shop.events.publish('reconciliation');
  return goesOn;
}

export async function reconcileNow(shop: Shop): Promise<BankReconciliation> {
  const at = { shop, bank: shop.pix };
  const isLate = lateAfter(OWNERS_TIME_MS);
  const askedAt = shop.clock.now().toISOString();
  const sweep = await findOrBeginSweep(at, true);
  const first = sweep && (await runSweep(at, sweep, isLate));
  // A sweep that began before the request does not include the latest payments.
  const isStale = first === 'finished' && sweep && sweep.to < askedAt;
  const next = isStale ? await findOrBeginSweep(at, true) : undefined;
  const outcome = next ? await runSweep(at, next, isLate) : first;
  if (outcome === 'goes_on') shop.events.publish('reconciliation');
  const reconciliation = await showReconciliation(shop);
  if (outcome === 'waits' && !reconciliation.progress?.done) {
    throw refusal('bank_failed', 'bank_unavailable', 'O banco não deu a lista de pagamentos. Tente em alguns minutos.');
  }
  return reconciliation;
}

export async function showReconciliation(shop: Shop): Promise<BankReconciliation> {
  const { db, pix } = shop;
  const [latest, open, differences, unreadRows] = await Promise.all([
    findLatestSweep(db, pix.accountId),
    findOpenSweep(db, pix.accountId),
    listOpenDifferences(db, SHOWN),
    countOpenDifferences(db, 'unread_row'),
  ]);
  return {
    comparedAt: latest?.finishedAt ?? null,
    payments: latest?.payments ?? 0,
    unseen: latest ? await showUnseen(shop, latest) : [],
    unreadRows,
    progress: open ? await showProgress(shop, open) : null,
    differences: differences.map(toDifferenceDto),
  };
}

export async function dismissDifference(shop: Shop, actor: Actor, id: string): Promise<void> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  await inTransaction(shop.db, async (tx) => {
    const isClosed = await resolveDifference(tx, number, shop.clock.now().toISOString());
    if (!isClosed) throw notFound('Esta diferença já foi resolvida ou não existe.');
    await recordChange(tx, shop, actor, { action: 'bank.resolve_difference', entityId: id });
  });
}

async function showUnseen({ db }: Shop, { id }: BankSweepRow): Promise<BankReconciliation['unseen']> {
  const open = await listOpenWindows(db, id);
  return open.map(({ from, to }) => ({ from, to })).sort((one, other) => one.from.localeCompare(other.from));
}

async function showProgress({ db }: Shop, { id, startedAt }: BankSweepRow): Promise<ReconciliationProgress> {
  const [open, windows] = await Promise.all([listOpenWindows(db, id), countWindows(db, id)]);
  const failed = open.find(({ lastError }) => lastError !== null);
  return { startedAt, done: windows - open.length, windows, isBankSilent: failed !== undefined };
}

function toDifferenceDto(row: BankDifferenceRow): BankReconciliation['differences'][number] {
  const { id, kind, subject, purchaseId, bankCents, arrivedAt, payer, description, foundAt } = row;
  const amount = bankCents === null ? null : formatCents(bankCents);
  return { id: String(id), kind, subject, purchaseId, amount, arrivedAt, payer, description, foundAt };
}

function lateAfter(ms: number): () => boolean {
  const until = Date.now() + ms;
  return () => Date.now() >= until;
}

const RUN_TIME_MS = 20_000;
const OWNERS_TIME_MS = 8_000;
const SHOWN = 100;
