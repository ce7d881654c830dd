import {
  deleteDifferencesOf,
  deleteUnreadRow,
  insertDifference,
  listPurchasesWithDifferences,
  listUnreadRows,
} from '#db/queries/payments/reconciliation-sweeps.ts';
import { findUnreconciledRestore } from '#db/queries/payments/restores.ts';
import { findPurchase, findPurchaseOfCharge, listCompletedPurchases } from '#db/queries/purchases/purchases.ts';
import type { BankDifferenceKind } from '#db/tables/payments.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import { HOUR_MS } from '#src/wire/basics/durations.ts';
import type { PollResult } from '#src/wire/sales/sales.ts';
import type { Shop } from '../../shop.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { isTestCharge } from '../bank-checks.ts';
import type { BankPayment, PaymentFacts, Period, PixProvider, UnreadableRow } from '../pix-provider.ts';
import { settlePayment } from '../settle.ts';
import { rebuildPurchase } from './rebuild-purchase.ts';

export type ReadList = { payments: BankPayment[]; unread: UnreadableRow[] };

export type ReconcileTarget = { shop: Shop; bank: PixProvider };

/** Returns false when the bank stopped responding. */
export async function reconcileList(
  at: ReconcileTarget,
  period: Period,
  { payments, unread }: ReadList,
): Promise<boolean> {
  const { shop } = at;
  const reported = new Set(await listPurchasesWithDifferences(shop.db));
  const restore = await findUnreconciledRestore(shop.db, at.bank.accountId);
  for (const payment of payments) {
    if (restore) await rebuildPurchase(shop, at.bank, payment, restore.backupAt);
    await reconcilePayment(at, payment, reported);
    await yieldToEventLoop();
  }
  await deleteReadableRows(at, payments);
  for (const row of unread) await reportUnread(at, row);
  const listed = [...payments.map(({ reference }) => reference), ...unread.map(({ subject }) => subject)];
  return reconcileSales(at, period, new Set(listed));
}

async function deleteReadableRows({ shop, bank }: ReconcileTarget, payments: BankPayment[]): Promise<void> {
  const readable = new Set(payments.flatMap(({ reference, providerChargeId }) => [reference, providerChargeId]));
  for (const subject of await listUnreadRows(shop.db, bank.accountId)) {
    if (readable.has(subject)) await deleteUnreadRow(shop.db, bank.accountId, subject);
  }
}

async function reconcilePayment(
  at: ReconcileTarget,
  payment: BankPayment,
  reported: ReadonlySet<string>,
): Promise<void> {
  const { shop, bank } = at;
  if (payment.reference && isTestCharge(payment.reference)) return;
  const subject = payment.reference ?? payment.providerChargeId;
  const text = { bankCents: payment.paidCents, ...payment.facts };
  const known = await findPurchaseOfCharge(shop.db, bank.name, subject);
  if (!known) return report(at, 'unknown_payment', { subject, purchase: null, ...text });
  const rest = differenceOf(known, payment) && (await differenceAfterPoll(shop, known, payment));
  if (!rest) return reported.has(known.id) ? deleteDifferencesOf(shop.db, known.id) : undefined;
  const { review } = (await findPurchase(shop.db, known.id)) ?? known;
  if (!review) return report(at, rest, { subject, purchase: known, ...text });
}

async function differenceAfterPoll(
  shop: Shop,
  known: PurchaseRow,
  payment: BankPayment,
): Promise<BankDifferenceKind | null> {
  await settlePayment(shop, known.id, 'worker');
  return differenceOf((await findPurchase(shop.db, known.id)) ?? known, payment);
}

/** Money that came and went before completion is in neither book. */
function differenceOf(purchase: PurchaseRow, payment: BankPayment): BankDifferenceKind | null {
  const { status, review, paidCents } = purchase;
  const isOpen = status === 'PENDING' || status === 'COMPLETED';
  if (payment.state === 'refunded') return isOpen ? 'not_booked' : null;
  if (payment.state === 'disputed') return status === 'REFUNDED' || review === 'dispute' ? null : 'not_booked';
  const isHeld = review === 'short_payment';
  if (review === 'dispute' || status === 'FAILED' || (status === 'PENDING' && !isHeld)) return 'not_booked';
  return paidCents === null || isBooked(purchase, payment, payment.paidCents - paidCents) ? null : 'other_amount';
}

/** What came beyond the booked payment may be back at the bank; returns outside the bank are in our books only. */
function isBooked(purchase: PurchaseRow, { returnedCents = 0 }: BankPayment, surplusCents: number): boolean {
  if (returnedCents === null) return surplusCents === 0;
  return surplusCents >= 0 && surplusCents <= returnedCents && returnedCents - surplusCents <= purchase.returnedCents;
}

async function reportUnread(at: ReconcileTarget, { subject }: UnreadableRow): Promise<void> {
  const { shop, bank } = at;
  const known = await findPurchaseOfCharge(shop.db, bank.name, subject);
  if (known) await settlePayment(shop, known.id, 'worker');
  await report(at, 'unread_row', { subject, purchase: known ?? null, bankCents: null });
}

/** Polls sales that the list lacks; skips the last hour, which banks may show later. */
async function reconcileSales(
  at: ReconcileTarget,
  { from, to }: Period,
  listed: ReadonlySet<string | null>,
): Promise<boolean> {
  const { shop } = at;
  const { accountId, listing } = at.bank;
  const time = listing.by === 'creation' ? 'createdAt' : 'completedAt';
  const period = { from: from.toISOString(), to: to.toISOString() };
  const sales = await listCompletedPurchases(shop.db, accountId, time, period);
  const latest = new Date(shop.clock.now().getTime() - LATENESS_MS).toISOString();
  let failures = 0;
  for (const sale of sales) {
    if (listed.has(sale.providerReference) || (sale.completedAt ?? '') > latest) continue;
    const result = await settlePayment(shop, sale.id, 'worker');
    failures = result === 'unavailable' ? failures + 1 : 0;
    if (failures >= ENOUGH_FAILURES) return false;
    if (result && NO_MONEY.includes(result)) {
      await report(at, 'unknown_sale', { subject: sale.providerReference, purchase: sale, bankCents: null });
    }
    await yieldToEventLoop();
  }
  return true;
}

const NO_MONEY: readonly PollResult[] = ['missing', 'waiting', 'expired', 'cancelled', 'rejected'];
/** One failing sale does not block the others; a bank that is down does. */
const ENOUGH_FAILURES = 3;
const LATENESS_MS = HOUR_MS;

type FoundDifference = Partial<PaymentFacts> & {
  subject: string;
  purchase: Pick<PurchaseRow, 'id'> | null;
  bankCents: number | null;
};

function report({ shop, bank }: ReconcileTarget, kind: BankDifferenceKind, found: FoundDifference): Promise<void> {
  const { subject, purchase, bankCents, arrivedAt = null, payer, description } = found;
  return insertDifference(shop.db, {
    provider: bank.accountId,
    kind,
    subject,
    purchaseId: purchase?.id ?? null,
    bankCents,
    arrivedAt,
    payer: payer ? [payer.name, payer.email].filter(Boolean).join(', ') : null,
    description: description?.slice(0, LONGEST_DESCRIPTION) || null,
    foundAt: shop.clock.now().toISOString(),
    resolvedAt: null,
  });
}

const LONGEST_DESCRIPTION = 140;
