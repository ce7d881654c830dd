import type { ExpressionBuilder } from 'kysely';
import { type Placeholders, prepared } from '../../prepared.ts';
import { updatesAny } from '../../results.ts';
import type { PurchaseRow } from '../../tables/purchases.ts';
import type { Queryable, Tables } from '../../tables.ts';

/** Purchases from before accounts were recorded belong to their provider. */
export type Accounts = Account[] | { except: Account[] };
type Account = { accountId: string; name: string };

export function listDuePurchases(db: Queryable, at: Accounts, now: string, limit: number): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('nextCheckAt', '<=', now)
    .where(isAt(at))
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute();
}

export function listDueAwaited(
  db: Queryable,
  at: Accounts,
  { now, since }: { now: string; since: string },
  limit: number,
): Promise<PurchaseRow[]> {
  return db
    .selectFrom('openPurchases')
    .innerJoin('purchases', 'purchases.id', 'openPurchases.purchaseId')
    .selectAll('purchases')
    .where('openPurchases.awaitedAt', '>=', since)
    .where('purchases.nextCheckAt', '<=', now)
    .where(isAt(at))
    .orderBy('purchases.nextCheckAt')
    .limit(limit)
    .execute();
}

function isAt(at: Accounts) {
  const accounts = Array.isArray(at) ? at : at.except;
  return (row: ExpressionBuilder<Tables, 'purchases'>) => {
    const isOneOf = row.case().when('purchases.account', 'is', null);
    const known = isOneOf
      .then(
        row(
          'purchases.provider',
          'in',
          accounts.map(({ name }) => name),
        ),
      )
      .else(
        row(
          'purchases.account',
          'in',
          accounts.map(({ accountId }) => accountId),
        ),
      )
      .end();
    return Array.isArray(at) ? known : row.not(known);
  };
}

export function claimCheck(db: Queryable, id: string, now: string, notAfter: string): Promise<boolean> {
  return db
    .updateTable('purchases')
    .set({ lastCheckAt: now })
    .where('id', '=', id)
    .where((row) => row.or([row('lastCheckAt', 'is', null), row('lastCheckAt', '<=', notAfter)]))
    .$call(updatesAny);
}

export async function updateNextCheck(db: Queryable, id: string, nextCheckAt: string | null): Promise<void> {
  await nextCheck.execute(db, { id, nextCheckAt });
}

const nextCheck = prepared((db, { id, nextCheckAt }: Placeholders<{ id: string; nextCheckAt: string | null }>) =>
  db
    .updateTable('purchases')
    .set((row) => ({ nextCheckAt, checkCount: row('checkCount', '+', 1) }))
    .where('id', '=', id)
    .where('status', '!=', 'REFUNDED'),
);

/** Leaves purchases whose charge is still being created. */
export async function advanceNextCheck(db: Queryable, id: string, now: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ nextCheckAt: now })
    .where('id', '=', id)
    .where('nextCheckAt', '>', now)
    .where('chargeState', '!=', 'creating')
    .execute();
}

/** Changes nothing where the time is another one by now. */
export async function postponeCheck(db: Queryable, id: string, due: string | null, next: string): Promise<void> {
  await laterCheck.execute(db, { id, due, next });
}

type Postponed = { id: string; due: string | null; next: string };

const laterCheck = prepared((db, { id, due, next }: Placeholders<Postponed>) =>
  db.updateTable('purchases').set({ nextCheckAt: next }).where('id', '=', id).where('nextCheckAt', '=', due),
);

/** A requested refund is still polled. */
export async function endChecks(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ nextCheckAt: null })
    .where('id', '=', id)
    .where((row) => row.or([row('status', '!=', 'COMPLETED'), row('refundRequestedAt', 'is', null)]))
    .execute();
}
