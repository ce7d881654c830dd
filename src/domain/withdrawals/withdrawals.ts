import { withProduct } from '#db/queries/purchases/purchase-items.ts';
import { findDelivery } from '#db/queries/purchases/purchases.ts';
import {
  type AwaitedWithdrawal,
  countAwaitedWithdrawals,
  findWithdrawal,
  listAwaitedWithdrawals,
} from '#db/queries/withdrawals/withdrawals.ts';
import type { PurchaseRow } from '#db/tables/purchases.ts';
import type { WithdrawalRow } from '#db/tables/withdrawals.ts';
import type { Queryable } from '#db/tables.ts';
import { formatCents } from '#src/wire/basics/money.ts';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';
import { importedFrom } from '#src/wire/imports/sources.ts';
import { isDayOver, lastDayOfDecision, lastDayOfWithdrawal } from '#src/wire/withdrawals/withdrawal-days.ts';
import type {
  AwaitedWithdrawals,
  SaleWithdrawal,
  WaitingWithdrawal,
  Withdrawal,
} from '#src/wire/withdrawals/withdrawals.ts';
import { showDependents } from '../purchases/dependents.ts';
import type { Shop } from '../shop.ts';

/** Returns null where the purchase was never paid, was paid on another platform, or was given back without a withdrawal. */
export async function showWithdrawal(
  { db, clock }: Pick<Shop, 'clock'> & { db: Queryable },
  purchase: PurchaseRow,
): Promise<Withdrawal | null> {
  if (purchase.status !== 'COMPLETED' && purchase.status !== 'REFUNDED') return null;
  if (importedFrom(purchase) !== null) return null;
  const row = await findWithdrawal(db, purchase.id);
  if (row && row.state !== 'cancelled') return toWithdrawalDto(row);
  if (purchase.status === 'REFUNDED' || purchase.refundRequestedAt || !purchase.customerEmail) return null;
  const lastDay = await readLastDay(db, purchase);
  if (lastDay !== null && isDayOver(lastDay, clock.now())) return { state: 'over', until: lastDay };
  const dependents = await showDependents(db, purchase);
  return { state: 'possible', until: lastDay, ...(dependents.length > 0 && { dependents }) };
}

/** Returns null while something that was bought has not come. */
export async function readLastDay(db: Queryable, purchase: PurchaseRow): Promise<string | null> {
  const { isAwaited, lastKeyAt } = await findDelivery(db, purchase.id);
  const paidAt = purchase.completedAt ?? purchase.createdAt;
  if (isAwaited) return null;
  return lastDayOfWithdrawal(lastKeyAt !== null && lastKeyAt > paidAt ? lastKeyAt : paidAt);
}

export function toSaleWithdrawalDto(row: WithdrawalRow): SaleWithdrawal {
  const { state, protocol, heldFor, reason, refusal, requestedAt } = row;
  const answerBy = lastDayOfDecision(requestedAt);
  return { state, protocol, heldFor, reason, refusal, requestedAt, answerBy, isDelayed: isDelayed(row) };
}

/** The buyer does not want it, and the money is not back yet. */
export async function isGivenUp(db: Queryable, purchaseId: string): Promise<boolean> {
  const row = await findWithdrawal(db, purchaseId);
  return row?.state === 'requested' || row?.state === 'refunding';
}

export function isAwaitingOwner(row: WithdrawalRow | undefined): boolean {
  return row !== undefined && (row.state === 'requested' || isDelayed(row));
}

/** Lists what waits for the owner: a decision, or balance at the bank. */
export async function listWaitingWithdrawals({ db }: Pick<Shop, 'db'>): Promise<AwaitedWithdrawals> {
  const rows = await listAwaitedWithdrawals(db, MOST_SHOWN);
  const total = rows.length < MOST_SHOWN ? rows.length : await countAwaitedWithdrawals(db);
  return { items: (await withProduct(db, rows)).map(toWaitingDto), total };
}

const MOST_SHOWN = 20;

function toWithdrawalDto(row: WithdrawalRow): Withdrawal {
  const { state, protocol, requestedAt, refusal } = row;
  switch (state) {
    case 'requested':
      return { state, protocol, answerBy: lastDayOfDecision(requestedAt) };
    case 'refunding':
      return { state, protocol, isDelayed: isDelayed(row) };
    case 'refused':
      return { state, protocol, reason: refusal ?? '' };
    case 'refunded':
    case 'cancelled':
      return { state: 'refunded', protocol };
  }
}

function isDelayed({ state, tries }: WithdrawalRow): boolean {
  return state === 'refunding' && tries > 0;
}

function toWaitingDto(row: AwaitedWithdrawal & { product: string }): WaitingWithdrawal {
  const { purchaseId, protocol, requestedAt, state } = row;
  return {
    purchaseId,
    protocol,
    requestedAt,
    customer: row.customerName ?? ERASED_CUSTOMER,
    product: row.product,
    amount: formatCents(row.totalCents),
    state: state === 'requested' ? state : 'refunding',
    answerBy: lastDayOfDecision(requestedAt),
  };
}
