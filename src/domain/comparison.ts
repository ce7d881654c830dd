import {
  deleteDifferencesOf,
  findLatestSweep,
  insertDifference,
  insertSweep,
  listOpenDifferences,
  resolveDifference,
} from '#db/queries/bank-sweeps.ts';
import { findPurchase, findPurchaseOfCharge, listCompletedPurchases } from '#db/queries/purchases.ts';
import type { BankDifferenceKind, BankDifferenceRow, PurchaseRow } from '#db/tables.ts';
import type { BankComparison } from '#src/wire/bank.ts';
import { formatCents } from '#src/wire/money.ts';
import { type Actor, noteChange } from './audit.ts';
import { isTestCharge } from './bank-setup.ts';
import { BANK_TIME_MS } from './charges.ts';
import { nextTurn } from './exports.ts';
import type { BankPayment, Period } from './pix.ts';
import { notFound, refusal } from './refusals.ts';
import { settlePayment } from './settlement.ts';
import type { Shop } from './shop.ts';

/**
 * Once a day: the bank's list of payments beside our own books. What differs is settled by the usual way first; only what
 * still differs then is reported. Also finds money that was given back at the bank while nobody told us: since that may
 * happen half a year after it came, one of the months before the last is compared too, each day another.
 */
export async function compareWithBank(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  const latest = await findLatestSweep(shop.db, shop.pix.name);
  if (latest && now.getTime() - Date.parse(latest.finishedAt) < DAY_MS) return;
  const isCompared = await compare(shop, month(now, 0), LIST_TIME_MS);
  if (isCompared)
    await compare(shop, month(now, 1 + (Math.floor(now.getTime() / DAY_MS) % OLDER_MONTHS)), LIST_TIME_MS);
}

/** The same at the owner's word. */
export async function compareNow(shop: Shop): Promise<BankComparison> {
  const now = shop.clock.now();
  const isCompared = await compare(shop, month(now, 0), BANK_TIME_MS);
  if (!isCompared) {
    throw refusal('bank_failed', 'bank_unavailable', 'O banco não deu a lista de pagamentos. Tente em alguns minutos.');
  }
  return showComparison(shop);
}

/** When the last comparison was, and what is still open of all of them. */
export async function showComparison(shop: Shop): Promise<BankComparison> {
  const [latest, open] = await Promise.all([
    findLatestSweep(shop.db, shop.pix.name),
    listOpenDifferences(shop.db, SHOWN),
  ]);
  return {
    comparedAt: latest?.finishedAt ?? null,
    payments: latest?.payments ?? 0,
    differences: open.map(shownDifference),
  };
}

/** The owner has looked into it. */
export async function putAside(shop: Shop, actor: Actor, id: string): Promise<{ success: true }> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  await shop.db.transaction().execute(async (tx) => {
    const isClosed = await resolveDifference(tx, number, shop.clock.now().toISOString());
    if (!isClosed) throw notFound('Esta diferença já foi resolvida ou não existe.');
    await noteChange(tx, shop, actor, { action: 'bank.resolve_difference', entity: 'bank_difference', entityId: id });
  });
  return { success: true };
}

/** Thirty days, so many times thirty days ago. */
function month(now: Date, ago: number): Period {
  const end = now.getTime() - ago * MONTH_MS;
  return { from: new Date(end - MONTH_MS), to: new Date(end) };
}

/** False while the bank gives no list. */
async function compare(shop: Shop, period: Period, listTimeMs: number): Promise<boolean> {
  const list = await shop.pix.listPayments(period, new Date(Date.now() + listTimeMs));
  if (list.outcome === 'unavailable') {
    shop.log.warn({ reason: list.reason }, 'the bank gave no list of payments');
    return false;
  }
  for (const payment of list.payments) {
    await comparePayment(shop, payment);
    await nextTurn();
  }
  await compareOurs(shop, period, new Set(list.payments.map(({ reference }) => reference)));
  await insertSweep(shop.db, {
    provider: shop.pix.name,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    finishedAt: shop.clock.now().toISOString(),
    payments: list.payments.length,
  });
  return true;
}

async function comparePayment(shop: Shop, payment: BankPayment): Promise<void> {
  if (payment.reference && isTestCharge(payment.reference)) return;
  const subject = payment.reference ?? payment.providerChargeId;
  const known = await findPurchaseOfCharge(shop.db, shop.pix.name, subject);
  if (!known) return report(shop, 'unknown_payment', { subject, purchase: null, bankCents: payment.paidCents });
  const kind = differenceOf(known, payment);
  if (!kind) return deleteDifferencesOf(shop.db, known.id);
  await settlePayment(shop, known.id, 'worker');
  const settled = (await findPurchase(shop.db, known.id)) ?? known;
  const rest = differenceOf(settled, payment);
  if (!rest) return deleteDifferencesOf(shop.db, known.id);
  // A sale under review is in front of the owner already.
  if (!settled.review) return report(shop, rest, { subject, purchase: settled, bankCents: payment.paidCents });
}

/** Money that came and went back before a sale was made of it is in nobody's books. */
function differenceOf({ status, review, paidCents }: PurchaseRow, payment: BankPayment): BankDifferenceKind | null {
  const isOpen = status === 'PENDING' || status === 'COMPLETED';
  if (payment.state === 'refunded') return isOpen ? 'not_booked' : null;
  if (payment.state === 'disputed') return status === 'REFUNDED' || review === 'dispute' ? null : 'not_booked';
  const isHeld = review === 'short_payment';
  if (review === 'dispute' || status === 'FAILED' || (status === 'PENDING' && !isHeld)) return 'not_booked';
  return paidCents === null || paidCents === payment.paidCents ? null : 'other_amount';
}

/**
 * Sales of ours that the bank has no payment for. The last hour is left out, since a bank may show what it has later, and the
 * first days too: a sale of theirs may have been paid before the list begins.
 */
async function compareOurs(shop: Shop, { from, to }: Period, known: Set<string | null>): Promise<void> {
  const end = new Date(to.getTime() - LATENESS_MS).toISOString();
  const start = new Date(from.getTime() + BOOKED_LATER_MS).toISOString();
  const sales = await listCompletedPurchases(shop.db, shop.pix.name, start, end);
  for (const sale of sales) {
    if (known.has(sale.providerReference)) continue;
    await report(shop, 'unknown_sale', { subject: sale.providerReference, purchase: sale, bankCents: null });
    await nextTurn();
  }
}

type Found = { subject: string; purchase: Pick<PurchaseRow, 'id'> | null; bankCents: number | null };

function report(shop: Shop, kind: BankDifferenceKind, { subject, purchase, bankCents }: Found): Promise<void> {
  return insertDifference(shop.db, {
    provider: shop.pix.name,
    kind,
    subject,
    purchaseId: purchase?.id ?? null,
    bankCents,
    foundAt: shop.clock.now().toISOString(),
    resolvedAt: null,
  });
}

function shownDifference(row: BankDifferenceRow): BankComparison['differences'][number] {
  return {
    id: String(row.id),
    kind: row.kind,
    subject: row.subject,
    purchaseId: row.purchaseId,
    amount: row.bankCents === null ? null : formatCents(row.bankCents),
    foundAt: row.foundAt,
  };
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const LATENESS_MS = HOUR_MS;
const BOOKED_LATER_MS = 3 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;
/** Mercado Pago gives money back for 180 days, the API Pix for 90. */
const OLDER_MONTHS = 5;
/** Nobody waits for the daily one. */
const LIST_TIME_MS = 10 * BANK_TIME_MS;
const SHOWN = 100;
